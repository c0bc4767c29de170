import type { Screen } from './terminal-screen.ts';
import { readSequence } from './terminal-sequence.ts';
import { applyStyle, plainStyle, type TerminalStyle } from './terminal-style.ts';

const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);

/**
 * Reads a line, or a piece of one, from its start.
 * @param before the style it begins with; `null`: styles are ignored and none is returned
 * @param isEnded `false`: the line continues, so a sequence that reaches the end of this piece is left unread
 * @returns the style after it, and how far it was read
 */
export function readTerminal(
  line: string,
  before: TerminalStyle | null,
  screen: Screen,
  isEnded = true,
): { style: TerminalStyle; end: number } {
  let style = before ?? plainStyle;
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
    if (!isEnded && sequence.end === line.length && sequence.kind !== 'shown') break;
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
      case 'shown':
        screen.write(sequence.text, style, link);
        break;
      case 'style':
        if (before) style = applyStyle(style, sequence.parameters);
        break;
      case 'link':
        link = sequence.link;
        break;
      case 'dropped':
        break;
    }
  }
  return { style, end: at };
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
