import type { RawRun, Replay, ReplayedTask, ReplaySide } from '#lib/core/vocabulary/ledger/replay.ts';
import { newId } from '../contracts/samples.ts';

export const sampleSide = (change: Partial<ReplaySide> = {}): ReplaySide => ({
  inputTokens: 1_000,
  cacheReadTokens: null,
  outputTokens: 40,
  isEstimated: false,
  costMicrodollars: 2_500,
  steps: 3,
  recalls: 1,
  repeatedTokens: 600,
  definitionTokens: 300,
  compactions: 0,
  elapsedMs: 4_200,
  check: 'passed',
  problem: null,
  ...change,
});

export const sampleReplay = (change: Partial<Replay> = {}): Replay => ({
  id: newId('rpl'),
  startedAt: '2026-11-20T10:00:00.000Z',
  finishedAt: '2026-11-20T10:01:00.000Z',
  subject: 'tasks',
  access: null,
  model: 'demo-model',
  isOffline: false,
  hasMistakes: false,
  hasPrograms: false,
  roundsWanted: 1,
  seed: 1,
  level: 'balanced',
  tokenizer: 'o200k_base',
  price: { input: 2_000_000, cachedInput: 200_000, cacheWrite: null, output: 8_000_000 },
  tasks: [
    {
      name: 'question-of-log',
      title: 'Answer a question from a log',
      ...{ kind: 'medium', family: null },
      note: null,
      rounds: [
        {
          round: 1,
          on: sampleSide(),
          off: sampleSide({ inputTokens: 9_000, recalls: 0, costMicrodollars: 18_320 }),
        },
      ],
    },
  ],
  ...change,
});

let sampled = 0;

/** A task with a round for each pair of sides. */
export const sampleTask = (
  pairs: readonly [on: Partial<ReplaySide>, off: Partial<ReplaySide>][],
  change: Partial<ReplayedTask> = {},
): ReplayedTask => ({
  ...{ name: `task-${++sampled}`, title: 'A', kind: 'medium', family: null, note: null },
  rounds: pairs.map(([on, off], index) => ({
    round: index + 1,
    on: sampleSide(on),
    off: sampleSide(off),
  })),
  ...change,
});

export const sampleRawRun = (change: Partial<RawRun> = {}): RawRun => ({
  replayId: newId('rpl'),
  task: 'question-of-log',
  round: 1,
  split: 'on',
  figures: sampleSide(),
  messages: [],
  tools: [],
  calls: [],
  events: [],
  ledger: [],
  ...change,
});
