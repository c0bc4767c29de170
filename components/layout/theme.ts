import { type Theme, themeCookie } from '#lib/core/vocabulary/profile/theme.ts';
import { savePreferences } from '../ui/save-preferences.ts';
import { setPageCookie } from '../ui/set-page-cookie.ts';

/** The one that this page has: in the browser only. */
export function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Changes this page at once, and the next ones. */
export function applyTheme(theme: Theme): ReturnType<typeof savePreferences> {
  setPageCookie(themeCookie, theme);
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
  return savePreferences({ theme });
}
