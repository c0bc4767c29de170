import { cutText } from '../core/algorithms/text/cut-text.ts';
import { hiddenCharacter } from '../core/algorithms/text/hidden-character.ts';
import { oneLine } from '../core/algorithms/text/one-line.ts';

const titleCharacters = 200;
const hidden = new RegExp(hiddenCharacter, 'gu');

/** A command as one line, for titles: bounded, and without characters that hide or reorder text. */
export function titleOfCommand(command: string, maxCharacters = titleCharacters): string {
  const line = oneLine(command.replace(/[^\P{Cc}\n]/gu, ' ')).replace(hidden, '\ufffd');
  return line.length > maxCharacters ? `${cutText(line, maxCharacters - 1)}…` : line;
}
