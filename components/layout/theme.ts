import { setPageCookie } from '../ui/set-page-cookie.ts';
import type { SessionInfo } from './session-info.ts';

export type Theme = SessionInfo['theme'];

/** The cookie is what the server renders the next page by; the attribute changes this one at once. */
export function applyTheme(theme: Theme): void {
  setPageCookie('vt_theme', theme);
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
}
