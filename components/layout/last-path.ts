/** Where the reader was before they opened the settings, and with what beside it. */
let last = { path: '/', hash: '' };

/** Without its hash: see `restoreHash`. */
export const lastPath = (): string => last.path;

/** Called on each page that is no setting. */
export function rememberPath(path: string): void {
  if (path !== last.path) last = { path, hash: '' };
}

/** Called where the settings are opened. */
export function rememberHash(): void {
  last = { ...last, hash: window.location.hash };
}

/** Opens again what was beside a page. A link with the hash would lead to it twice: Next adds the one that it knows of the page. */
export function restoreHash(): void {
  const { hash } = last;
  last = { ...last, hash: '' };
  if (hash !== '' && window.location.hash === '' && window.location.pathname === last.path)
    window.location.hash = hash;
}
