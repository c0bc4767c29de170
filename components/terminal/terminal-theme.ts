import type { ITheme } from '@xterm/xterm';
import { readColours } from '#components/ui/theme-colours.ts';

const tokens: Partial<Record<Exclude<keyof ITheme, 'extendedAnsi'>, string>> = {
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
export const readTerminalTheme = (element: HTMLElement): ITheme => readColours(element, tokens);
