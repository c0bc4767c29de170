import { expect, test } from 'vitest';
import { printReplay } from '#lib/replay/print-replay.ts';
import { sampleReplay, sampleTask } from '../support/sample-replay.ts';

const without = { inputTokens: 9_000, repeatedTokens: 600, recalls: 0, definitionTokens: 240 };
const wrong = { check: 'failed', problem: 'the answer does not name ORD-1' } as const;

test('the table shows what the split changed with its interval, and whether it is beyond the control’s own variation', () => {
  const replay = sampleReplay({
    roundsWanted: 2,
    tasks: [
      sampleTask(
        [
          [{ costMicrodollars: 2_000 }, { ...without, costMicrodollars: 20_000 }],
          [{ costMicrodollars: 2_400 }, { ...without, costMicrodollars: 21_000, ...wrong }],
        ],
        { name: 'question-of-log', kind: 'medium' },
      ),
      sampleTask(
        [
          [{ costMicrodollars: 9_900 }, { ...without, costMicrodollars: 10_000 }],
          [{ costMicrodollars: 10_200 }, { ...without, costMicrodollars: 10_100 }],
        ],
        { name: 'short-import', kind: 'short' },
      ),
      sampleTask([], { name: 'fix-failing-test', note: 'Not run: this task needs commands.' }),
    ],
  });
  const lines = printReplay(replay).split('\n');
  expect(lines[0]).toBe('demo-model, the split at balanced and off. 3 tasks, 2 rounds, order by seed 1.');
  const all = lines.find((line) => line.startsWith('all '));
  // 15,250 millionths a round for two tasks, and 30,550 for one and a half.
  expect(all).toMatch(
    /^all +2 +1\.5 → 2\.0 +\$0\.02 → \$0\.006125 +– +– +±\d+(\.\d)?% +not known: few tasks$/,
  );
  expect(lines.find((line) => line.startsWith('Short'))).toMatch(/not known: few tasks$/);
  expect(lines.filter((line) => line.startsWith('question-of-log  ')).join('\n')).toMatch(
    /^question-of-log +balanced +1,000 +40 +\$0\.0022 +3 +1 +4\.2 s +2 of 2$/,
  );
  expect(lines).toContain('question-of-log, without: the answer does not name ORD-1');
  expect(lines).toContain('fix-failing-test: Not run: this task needs commands.');
  expect(lines).toContain(
    'Charged to the split: tool definitions of 100 tokens a step (80 without), every recall and every extra step.',
  );
  expect(lines).toContain(
    'Solved: 2.0 of 2 with the split, 1.5 without; at worst 1.0 fewer, 0.1 are allowed: not shown.',
  );
  expect(lines.at(-1)).toBe('Tokens as reported by the provider.');
});

test('a saving is printed with its interval where it is clear, and compactions are counted', () => {
  const tasks = [1, 2, 3, 4, 5, 6, 7].map((task) =>
    sampleTask(
      [0, 10, 20].map((more) => [
        { costMicrodollars: 1_000 * task + more },
        { costMicrodollars: 3_000 * task + more, compactions: 2 },
      ]),
      { name: `task-${task}` },
    ),
  );
  const text = printReplay(sampleReplay({ roundsWanted: 3, tasks }));
  expect(text).toMatch(/Cost per solved task, with the split: −67%, −6\d% to −6\d%\./);
  expect(text).toContain('Compactions without: 14 a round.');
});

test('what is counted here is marked, what is not known is no figure, and one round claims no saving', () => {
  const side = { isEstimated: true, costMicrodollars: null };
  const text = printReplay(
    sampleReplay({
      isOffline: true,
      tasks: [sampleTask([[side, { ...side, inputTokens: 5_000 }]], { name: 'a' })],
    }),
  );
  expect(text).toContain('The offline model (scripted),');
  expect(text).toMatch(/a +balanced +~1,000 +~40 +– /);
  expect(text).toContain(
    'with the split: no saving is stated (not known: too few rounds); -n 5 runs five rounds.',
  );
  expect(text).toContain(
    'No price is known, so cost is in tokens; input that repeats the call before it counts a tenth.',
  );
  expect(text).toContain('~ The provider did not report all usage: we counted these tokens (o200k_base).');
});

test('what is scripted with mistakes says so, and nothing to show is said', () => {
  const replay = sampleReplay({ isOffline: true, hasMistakes: true, tasks: [sampleTask([])] });
  const text = printReplay(replay);
  expect(text).toContain('The offline model (scripted, with mistakes),');
  expect(text).toContain('Nothing was run.');
});
