import type { ITheme } from '@xterm/xterm';

const tokens: Partial<Record<keyof ITheme, string>> = {
  background: '--case',
  foreground: '--ink',
  cursor: '--accent',
  cursorAccent: '--case',
  selectionBackground: '--match',
  selectionForeground: '--ink',
  black: '--ansi-black',
  red: '--ansi-red',
  green: '--ansi-green',
  yellow: '--ansi-yellow',
  blue: '--ansi-blue',
  magenta: '--ansi-magenta',
  cyan: '--ansi-cyan',
  white: '--ansi-white',
  brightBlack: '--ansi-dim',
  brightRed: '--ansi-red',
  brightGreen: '--ansi-green',
  brightYellow: '--ansi-yellow',
  brightBlue: '--ansi-blue',
  brightMagenta: '--ansi-magenta',
  brightCyan: '--ansi-cyan',
  brightWhite: '--ansi-white',
};

/** The theme's tokens as computed for this element, since the emulator accepts no CSS. */
export function readTerminalTheme(element: HTMLElement): ITheme {
  const probe = document.createElement('span');
  element.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const theme = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, read(token)]));
  probe.remove();
  return theme;
}

/**
 * Calls back when the page turns light or dark.
 * @returns a function that stops it
 */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', listener);
  };
}
