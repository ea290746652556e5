import { createHash, timingSafeEqual } from 'node:crypto';

const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g;

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Whether an `Authorization` header carries the token (RFC 6750). Both sides are hashed first, so the
 * comparison takes the same time whatever was sent, of whatever length and alphabet.
 */
export function isAuthentic(header: string | null, token: string): boolean {
  const [, sent = ''] = /^Bearer\s+(.+)$/i.exec((header ?? '').replace(INVISIBLE, '').trim()) ?? [];
  return timingSafeEqual(digest(sent), digest(token)) && sent !== '';
}
