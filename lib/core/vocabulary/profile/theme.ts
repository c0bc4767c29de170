export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The cookie from which the server renders the next page. */
export const themeCookie = 'vt_theme';

/** What is none of them is read as the system's. */
export const parseTheme = (text: string | undefined): Theme =>
  themes.find((theme) => theme === text) ?? 'system';
