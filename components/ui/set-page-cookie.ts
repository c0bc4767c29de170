const yearSeconds = 31_536_000;

/** Sets a cookie that the server reads when it renders the next pages. */
export function setPageCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is only there on a secure origin
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`;
}
