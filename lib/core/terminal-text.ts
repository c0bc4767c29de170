/**
 * Reads what programs print for terminals, a line at a time: styles (SGR), and text that is written over by `\r`, backspace and
 * erase-line. Everything else a terminal would obey is dropped, ended or not: titles, clipboards, cursor moves, screens. Time and
 * space grow with the line.
 *
 * Formats: ECMA-48 (control sequences), ITU T.416 (colours with colons), the OSC 8 hyperlink.
 */

import { createScreenLine, type Screen, type TerminalSpan } from './terminal-screen.ts';
import { readSequence } from './terminal-sequence.ts';
import {
  applyStyle,
  formatStyle,
  plainStyle,
  type TerminalState,
  type TerminalStyle,
} from './terminal-style.ts';

export interface TerminalLine {
  /** Never empty; their text holds no control character but the tab. */
  spans: TerminalSpan[];
  state: TerminalState;
}

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);
const anyControlButTab = /[^\P{Cc}\t]/u;
const anyControlButTabAndNewline = /[^\P{Cc}\t\n]/u;

/** One line, without its end. */
export function readTerminalLine(line: string, before: TerminalState): TerminalLine {
  const style = before === '' ? plainStyle : applyStyle(plainStyle, before);
  if (!anyControlButTab.test(line)) {
    return { spans: line === '' ? [] : [{ text: line, style, link: null }], state: before };
  }
  const screen = createScreenLine(line.length);
  const last = readInto(line, style, screen);
  return { spans: screen.spans(), state: formatStyle(last) };
}

/** The style after some lines, without what they show. */
export function stateAfterLines(lines: readonly string[], before: TerminalState): TerminalState {
  let style = before === '' ? plainStyle : applyStyle(plainStyle, before);
  for (const line of lines) if (anyControlButTab.test(line)) style = readInto(line, style, nowhere);
  return formatStyle(style);
}

/** The text of many lines as it ends up on a screen: without any style or sequence. Keeps the number of lines. */
export function plainTerminalText(text: string): string {
  if (!anyControlButTabAndNewline.test(text)) return text;
  return text
    .split('\n')
    .map((line) => {
      if (!anyControlButTab.test(line)) return line;
      const screen = createScreenLine(line.length);
      readInto(line, plainStyle, screen);
      return screen.text();
    })
    .join('\n');
}

const nowhere: Screen = {
  write: () => undefined,
  toStart: () => undefined,
  back: () => undefined,
  eraseToEnd: () => undefined,
  eraseAll: () => undefined,
};

/** Reads a line from its start. Returns the style it ends with. */
function readInto(line: string, before: TerminalStyle, screen: Screen): TerminalStyle {
  let style = before;
  let link: string | null = null;
  let at = 0;
  while (at < line.length) {
    const code = line.charCodeAt(at);
    if (!isControl(code) || code === 0x09) {
      const end = endOfText(line, at);
      screen.write(line.slice(at, end), style, link);
      at = end;
      continue;
    }
    const sequence = readSequence(line, at);
    at = sequence.end;
    switch (sequence.kind) {
      case 'return':
        screen.toStart();
        break;
      case 'back':
        screen.back();
        break;
      case 'eraseToEnd':
        screen.eraseToEnd();
        break;
      case 'eraseAll':
        screen.eraseAll();
        break;
      case 'style':
        style = applyStyle(style, sequence.parameters);
        break;
      case 'link':
        link = sequence.link;
        break;
      case 'dropped':
        break;
    }
  }
  return style;
}

function endOfText(line: string, start: number): number {
  let end = start + 1;
  while (end < line.length) {
    const code = line.charCodeAt(end);
    if (isControl(code) && code !== 0x09) break;
    end += 1;
  }
  return end;
}
