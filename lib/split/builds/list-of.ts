import { ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import type { Tally } from '../tally.ts';

/** Lists names, the most frequent first; names that occur more than once show their count. */
export function listOf(
  tally: Tally,
  { heading, noun, rank, needed }: { heading: string; noun: string; rank: number; needed: number },
): Section {
  const names = tally.top(200);
  return {
    heading,
    noun: tally.distinct === null ? null : noun,
    total: tally.distinct ?? names.length,
    layout: 'list',
    facts: names.map(({ name, count }, index) => ({
      rank: (index < needed ? rank : ranks.sample) + index / 10,
      text: count > 1 ? `${name} (×${figure(count)})` : name,
      quotes: name.split(' '),
    })),
  };
}
