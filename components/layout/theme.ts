import { setPageCookie } from '../ui/set-page-cookie.ts';

export type Theme = 'system' | 'light' | 'dark';

/** The one that this page has: in the browser only. */
export function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** The cookie sets the theme of the next rendered pages; the attribute changes this one at once. */
export function applyTheme(theme: Theme): void {
  setPageCookie('vt_theme', theme);
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
}
