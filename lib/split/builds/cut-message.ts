import { quote } from '../quote.ts';

/** Shortens a long message for display, but keeps the tool's suggestion at its end. */
export function cutMessage(message: string, characters: number): { text: string; quotes: string[] } {
  const text = quote(message, characters);
  if (message.length <= characters) return { text, quotes: [text] };
  const index = message.search(/did you mean /i);
  const proposal = index > characters - 14 ? message.slice(index, index + 100).trim() : null;
  return proposal === null
    ? { text, quotes: [text] }
    : { text: `${text} ${proposal}`, quotes: [text, proposal] };
}
