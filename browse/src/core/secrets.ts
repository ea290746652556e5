const SECRET_KEY =
  /pass(?:wd|word|phrase)?$|secret|token|api[-_]?key|session|jwt|csrf|xsrf|auth|credential|signature|^sig$/i;
const SECRET_SHAPE =
  /^(?:eyJ[\w-]+\.|sk-[\w-]{8}|gh[pousr]_\w{8}|github_pat_|AKIA[0-9A-Z]{12}|xox[a-z]-|gsk_|AIza[\w-]{20})/;

/** `[REDACTED — 12 chars]`. */
export const redacted = (secret: string): string => `[REDACTED — ${secret.length} chars]`;

/** Whether a key's name or its value's shape says that the value is a secret. */
const isSecret = (key: string, value: string): boolean =>
  SECRET_KEY.test(key) || SECRET_SHAPE.test(value);

/** A URL with its password and the secret-looking values of its query and fragment masked. */
export function maskUrl(url: string): string {
  if (url.startsWith('data:')) return url.length > 80 ? `${url.slice(0, 80)}…` : url;
  const withoutPassword = url.replace(
    /^([a-z][\w+.-]*:\/\/[^/?#@\s]*?):[^/?#@\s]*@/i,
    '$1:[REDACTED]@',
  );
  return withoutPassword.replace(
    /([?&#])([^=&#?]+)=([^&#]+)/g,
    (whole, lead: string, key: string, value: string) =>
      isSecret(key, value) ? `${lead}${key}=[REDACTED]` : whole,
  );
}
