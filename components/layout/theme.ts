import { setPageCookie } from '../ui/set-page-cookie.ts';
import type { SessionInfo } from './session-info.ts';

export type Theme = SessionInfo['theme'];

/** The cookie sets the theme of the next rendered pages; the attribute changes this one at once. */
export function applyTheme(theme: Theme): void {
  setPageCookie('vt_theme', theme);
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
}
