const yearSeconds = 31_536_000;

/** What the server renders the next pages by. */
export function setPageCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is only there on a secure origin
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
