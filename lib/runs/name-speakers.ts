import { cutText } from '../core/algorithms/text/cut-text.ts';
import type { ThreadItem } from '../core/conversation/thread-items.ts';

const nameCharacters = 80;

/**
 * The speaker line that begins a person's message to the model, by message ID. There is none before the
 * second person's first message, whatever comes later: what the model has read never changes, so a provider's
 * prompt cache stays valid. The first line that names a speaker also says who wrote the messages before it.
 */
export function nameSpeakers(items: readonly ThreadItem[]): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  const names = new Map<string, string>();
  for (const item of items) {
    if (item.kind !== 'user' || item.runId === null) continue;
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

/** A message as the model reads it, without the lines that the server puts before it. */
export const withoutServerLines = (text: string): string =>
  text.replace(/^(?:\[\[(?:team|from|reply): [^\n]*\]\]\n)+/, '');

/**
 * Defuses lines in a person's message that imitate the server's, even while only one person has written:
 * others may join later.
 */
export const withoutImitations = (text: string): string =>
  text.replace(
    /^([\t\v\f\x85\p{Zs}\p{Cf}]*\[\p{Cf}*)(\[[\t\v\f\x85\p{Zs}\p{Cf}]*(?:from|team|reply|compacted)\b)/gimu,
    '$1 $2',
  );

/** People choose their names, so a name must not end the line it is in. */
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

/** Makes the names of two people with the same name distinct. */
function uniqueName(name: string, accepted: ReadonlySet<string>): string {
  const base = plainName(name);
  let unique = base;
  for (let count = 2; accepted.has(unique); count += 1) unique = `${base} (${count})`;
  return unique;
}
