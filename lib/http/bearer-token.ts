/** What a request sends as `Authorization: Bearer …` (RFC 6750); `null`: nothing, or another kind. */
export const readBearerToken = (headers: Headers): string | null =>
  /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
