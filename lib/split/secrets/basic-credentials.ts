import type { FoundSecret } from './found-secret.ts';

const basic = /basic[ \t]{1,4}["']?([A-Za-z0-9+/_-]{4,512}={0,2})(?![\w+/=-])/iy;
const bearer = /bearer[ \t]{1,4}["']?([\w.~+/=-]{8,4096})(?=["'\s,;)]|$)/iy;
const header = /authorization["']?[ \t]{0,4}[:=,][ \t]{0,4}["'`]?$/i;

/** Finds `user:password` in Base64 after `Basic`. */
export function basicCredentialsAt(text: string, at: number): FoundSecret[] {
  basic.lastIndex = at;
  const match = basic.exec(text);
  const [whole, encoded] = match ?? [];
  if (whole === undefined || encoded === undefined) return [];
  const decoded = Buffer.from(encoded, 'base64').toString('latin1');
  if (!/^[ -~]*:[ -~]+$/.test(decoded)) return [];
  const end = at + whole.length;
  return [{ start: end - encoded.length, end, kind: 'password' }];
}

/** Finds any value after `Authorization: Bearer`, also a short one. */
export function bearerTokenAt(text: string, at: number): FoundSecret[] {
  if (!header.test(text.slice(Math.max(0, at - 32), at))) return [];
  bearer.lastIndex = at;
  const match = bearer.exec(text);
  const [whole, token] = match ?? [];
  if (whole === undefined || token === undefined || !isToken(token)) return [];
  const end = at + whole.length;
  return [{ start: end - token.length, end, kind: 'token' }];
}

const isToken = (text: string): boolean =>
  /\d/.test(text) && /[A-Za-z]/.test(text) && !/example|your|placeholder|token|x{4}/i.test(text);
