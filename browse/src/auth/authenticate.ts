import { createHash, timingSafeEqual } from 'node:crypto';

import { INVISIBLE } from '#core/invisible.ts';

const UNSEEN = new RegExp(`[${INVISIBLE}]`, 'gu');

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Whether an `Authorization` header carries the token (RFC 6750). Both sides are hashed first, so the
 * comparison takes the same time whatever was sent, of whatever length and alphabet.
 */
export function isAuthentic(header: string | null, token: string): boolean {
  const [, sent = ''] = /^Bearer\s+(.+)$/i.exec((header ?? '').replace(UNSEEN, '').trim()) ?? [];
  return timingSafeEqual(digest(sent), digest(token)) && sent !== '';
}
