/**
 * Reads what programs print for terminals, one line at a time: styles (SGR), and text that is overwritten by
 * `\r`, backspace and erase-line. Everything else that a terminal would obey is dropped, complete or not:
 * titles, clipboards, cursor moves, screens. Time and space are linear in the line. Formats: ECMA-48 (control
 * sequences), ITU T.416 (colours with colons), the OSC 8 hyperlink.
 */

import { readTerminal } from './read-terminal.ts';
import { createScreenLine, type Screen, type TerminalSpan } from './terminal-screen.ts';
import { applyStyle, formatStyle, plainStyle, type TerminalState } from './terminal-style.ts';

export interface TerminalLine {
  /** Never empty; their text contains no control character but the tab. */
  spans: TerminalSpan[];
  state: TerminalState;
}

// `\p{Cc}` without the tab, and without tab and line end, written out: every line of every output is tested,
// and a character set is several times as fast as a property.
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const anyControlButTab = /[\u0000-\u0008\n-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const anyControlButTabAndNewline = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** One line, without its end. */
export function readTerminalLine(line: string, before: TerminalState): TerminalLine {
  const style = before === '' ? plainStyle : applyStyle(plainStyle, before);
  if (!anyControlButTab.test(line)) {
    return { spans: line === '' ? [] : [{ text: line, style, link: null }], state: before };
  }
  const screen = createScreenLine(line.length);
  const last = readTerminal(line, style, screen);
  return { spans: screen.spans(), state: formatStyle(last.style) };
}

/** The style after some lines, without their text. */
export function stateAfterLines(lines: readonly string[], before: TerminalState): TerminalState {
  let style = before === '' ? plainStyle : applyStyle(plainStyle, before);
  for (const line of lines) if (anyControlButTab.test(line)) style = readTerminal(line, style, nowhere).style;
  return formatStyle(style);
}

/**
 * Colours, and returns before a line end: the only sequences in most lines of most outputs, and removing them
 * leaves the text unchanged.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const stylesAndLineEnds = /\u001b\[[\d:;]*m|\r(?=\n)/g;

/**
 * The text of many lines as it ends up on a screen, without styles or sequences. Keeps the number of lines.
 */
export function plainTerminalText(text: string): string {
  if (!anyControlButTabAndNewline.test(text)) return text;
  const unstyled = text.replace(stylesAndLineEnds, '');
  return anyControlButTabAndNewline.test(unstyled) ? text.split('\n').map(plainLine).join('\n') : unstyled;
}

function plainLine(line: string): string {
  // A return at the very end has nothing to overwrite: in most lines it is the only control character.
  const shown = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (!anyControlButTab.test(shown)) return shown;
  const screen = createScreenLine(line.length);
  readTerminal(shown, null, screen);
  return screen.text();
}

const nowhere: Screen = {
  write: () => undefined,
  toStart: () => undefined,
  back: () => undefined,
  eraseToEnd: () => undefined,
  eraseAll: () => undefined,
};
