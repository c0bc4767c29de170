import type { SessionInfo } from './session-info.ts';

export type Theme = SessionInfo['theme'];

/** The cookie is what the server renders the next page by; the attribute changes this one at once. */
export function applyTheme(theme: Theme): void {
  Object.assign(document, { cookie: `vt_theme=${theme}; path=/; max-age=31536000; samesite=lax` });
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
}
