import { createSeeded, type Seeded } from '../core/algorithms/seeded.ts';
import type { PlainRequest } from './task.ts';

/**
 * A script with the mistakes that language models make: they read again what they have read, recall with words
 * that match nothing, and edit with a text that is not in the file. The same seed makes the same mistakes, so
 * that both sides of a round make them alike; those that a short view invites are only made where something was left
 * out, and so cost the split alone.
 */
export function withMistakes(requests: readonly PlainRequest[], seed: number): PlainRequest[] {
  const seeded = createSeeded(seed);
  return requests.flatMap((request, index) => [
    ...mistakesBefore(request, seeded),
    request,
    // The last answer is the one that is checked.
    ...(index === requests.length - 1 ? [] : repeatsAfter(requests.slice(0, index + 1), seeded)),
  ]);
}

const isChance = ({ below }: Seeded, oneIn: number): boolean => below(oneIn) === 0;

function mistakesBefore(request: PlainRequest, seeded: Seeded): PlainRequest[] {
  if (typeof request !== 'string') {
    return isChance(seeded, 2) ? [{ of: request.of, recall: 'nothing like these words' }] : [];
  }
  const edit = /^edit (\S+): replace (["`])/.exec(request);
  if (!edit || !isChance(seeded, 3)) return [];
  return [`edit ${edit[1]}: replace "a text that is not in it" with "another"`];
}

/** Reads one of the files again that were read before: for no reason, or because a view left something out. */
function repeatsAfter(before: readonly PlainRequest[], seeded: Seeded): PlainRequest[] {
  const reads = before.filter((request) => typeof request === 'string' && request.startsWith('read '));
  const [first, ...others] = reads.map(String);
  if (first === undefined) return [];
  const read = seeded.pick([first, ...others]);
  return [
    ...(isChance(seeded, 12) ? [read] : []),
    ...(isChance(seeded, 6) ? [{ again: read, of: read.slice('read '.length) }] : []),
  ];
}
