import type { ThreadItem } from '../core/conversation-state.ts';
import { cutText } from '../core/cut-text.ts';

const nameCharacters = 80;

/**
 * Who speaks, as the model is told: by message ID, the line that a person's message begins with. There is none as long as one
 * person has written, and none before the second one's first message, whatever comes later: what the model has read once stays
 * the same words, and a provider's prompt cache holds. The first line that names somebody also says whose the ones before are.
 */
export function nameSpeakers(items: readonly ThreadItem[]): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  const names = new Map<string, string>();
  for (const item of items) {
    if (item.kind !== 'user') continue;
    const { id, name } = item.author;
    const isFirstOfSecond = names.size === 1 && !names.has(id);
    const [first] = names.values();
    if (!names.has(id)) names.set(id, uniqueName(name, new Set(names.values())));
    if (names.size === 1) continue;
    const before = isFirstOfSecond ? `; all before it: ${first}` : '';
    lines.set(item.messageId, `[[from: ${names.get(id)}${before}]]`);
  }
  return lines;
}

/** A message as the model reads it, without the server's line. */
export const withoutSpeaker = (text: string): string => text.replace(/^\[\[from: [^\n]*\]\]\n/, '');

/**
 * What somebody wrote, where a line of theirs that looks like the server's own is one no more. Also of whoever is alone as yet:
 * the next one may come later.
 */
export const withoutSpeakerLines = (text: string): string =>
  text.replace(/^([\t\v\f\x85\p{Zs}\p{Cf}]*\[\p{Cf}*)(\[[\t\v\f\x85\p{Zs}\p{Cf}]*from\b)/gimu, '$1 $2');

/** People choose their names: none ends the line it stands in. */
export function plainName(name: string): string {
  const plain = cutText(
    name
      .replace(/[[\];]|\p{C}/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
    nameCharacters,
  );
  return plain === '' ? 'somebody' : plain;
}

/** Two of one name are told apart. */
function uniqueName(name: string, accepted: ReadonlySet<string>): string {
  const base = plainName(name);
  let unique = base;
  for (let count = 2; accepted.has(unique); count += 1) unique = `${base} (${count})`;
  return unique;
}
