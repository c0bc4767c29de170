import { expect, test } from 'vitest';
import { withMistakes } from '#lib/replay/mistakes.ts';
import type { PlainRequest } from '#lib/replay/task.ts';

const script: PlainRequest[] = [
  'read a.log',
  'read b.log',
  { recall: 'gave up', of: 'a.log' },
  'edit c.yaml: replace "1" with "2"',
  'quote "gave up"',
];
const seeds = Array.from({ length: 200 }, (_, seed) => seed);
const scripts = seeds.map((seed) => withMistakes(script, seed));

test('the script itself stays in order, and its last request is the last', () => {
  for (const mistaken of scripts) {
    expect(mistaken.filter((request) => script.includes(request)).length).toBeGreaterThanOrEqual(
      script.length,
    );
    const indexes = script.map((request) => mistaken.indexOf(request));
    expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
    expect(indexes).not.toContain(-1);
    expect(mistaken.at(-1)).toBe('quote "gave up"');
  }
});

test('all kinds of mistakes are made, none of them always', () => {
  const kinds: ((added: readonly PlainRequest[]) => boolean)[] = [
    (requests) => requests.filter((request) => request === 'read a.log').length > 1,
    (requests) => requests.some((request) => typeof request !== 'string' && 'again' in request),
    (requests) =>
      requests.some(
        (request) =>
          typeof request !== 'string' &&
          'recall' in request &&
          request.recall !== 'gave up' &&
          request.of === 'a.log',
      ),
    (requests) => requests.some((request) => request.toString().startsWith('edit c.yaml: replace "a text')),
  ];
  for (const isMade of kinds) {
    const share = scripts.filter(isMade).length / scripts.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.9);
  }
});

test('the same seed makes the same mistakes', () => {
  expect(withMistakes(script, 7)).toEqual(withMistakes(script, 7));
  expect(new Set(scripts.map((one) => JSON.stringify(one))).size).toBeGreaterThan(10);
});
