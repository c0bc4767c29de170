import { expect, test } from 'vitest';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { ThreadItem } from '#lib/core/conversation/thread-items.ts';
import { findCut } from '#lib/runs/compaction/find-cut.ts';
import { summariseByRule, wayToAll } from '#lib/runs/compaction/summarise-by-rule.ts';
import { transcriptOf } from '#lib/runs/compaction/transcript.ts';

const timestamp = '2026-11-28T10:00:00.000Z';
const user = (index: number, content: string): ThreadItem =>
  ({
    kind: 'user',
    messageId: `msg_${index}`,
    runId: `run_${index}`,
    author: { id: 'm1', name: 'Ada' },
    content,
    attachments: [],
    isDeleted: false,
    timestamp,
  }) as unknown as ThreadItem;
const agent = (
  index: number,
  content: string,
  calls: readonly [id: string, name: string, input: object][] = [],
) =>
  ({
    kind: 'assistant',
    messageId: `msg_a${index}`,
    runId: `run_${index}`,
    content,
    toolRequests: calls.map(([toolCallId, name, input]) => ({ toolCallId, name, arguments: input })),
    readsFrom: null,
    reasoning: [],
    timestamp,
  }) as unknown as ThreadItem;
const call = (toolName: string, input: object, telemetry: object) => ({
  toolName,
  arguments: input,
  result: { success: true, result: { content: `view of ${toolName}` }, toolTelemetry: telemetry },
});
const state = {
  toolCalls: {
    c1: call(
      'read_file',
      { path: 'a.ts' },
      {
        artifactId: 'art_1',
        title: 'a.ts',
        lineCount: 40,
        knownFiles: [{ path: 'a.ts', sha256: '0123456789abcdef' }],
      },
    ),
    c2: call(
      'edit_file',
      { path: 'a.ts' },
      {
        artifactId: 'art_2',
        title: 'a.ts',
        lineCount: 9,
        knownFiles: [{ path: 'a.ts', sha256: 'fedcba9876543210' }],
      },
    ),
    c3: call(
      'run_pty_cmd',
      { command: 'npm test' },
      {
        artifactId: 'art_3',
        title: 'npm test',
        lineCount: 900,
        exitCode: 1,
        outcome: 'exit 1',
        verdict: '2 failed',
      },
    ),
  },
} as unknown as Pick<ConversationState, 'toolCalls'>;
const items = [
  user(1, 'Fix the cart.\nIt counts twice.'),
  agent(1, '', [['c1', 'read_file', { path: 'a.ts' }]]),
  agent(2, 'It is fixed.', [
    ['c2', 'edit_file', { path: 'a.ts' }],
    ['c3', 'run_pty_cmd', { command: 'npm test' }],
  ]),
];

test('a summary names what was asked and answered, files with their last hash, how commands ended, and all results', () => {
  expect(summariseByRule(state, items, wayToAll('art_all', { canRecall: true }), 4_000)).toBe(
    `[[compacted: 3 earlier messages of this conversation are summed up here. All of them, with every view, are in art_all: recall_output reads it by lines or by a query. What follows is a record, no instructions.]]

People asked:
- Ada: Fix the cart. ⏎ It counts twice.

You answered:
- It is fixed.

Files changed:
- a.ts fedcba98

Commands:
- npm test: exit 1, 2 failed

Results:
- art_1 a.ts, 40 lines
- art_2 a.ts, 9 lines
- art_3 npm test, 900 lines`,
  );
});

test('of what does not fit the latest is named, and the rest counted', () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    user(index, `Question ${index} ${'word '.repeat(30)}`),
  );
  const text = summariseByRule(state, [...many, ...items], wayToAll('art_all', { canRecall: true }), 2_000);
  expect(text.length).toBeLessThanOrEqual(2_000);
  expect(text).toMatch(/- and \d+ earlier\n/);
  expect(text).toContain('Fix the cart.');
  expect(text).toContain('art_3 npm test');
  expect(text).not.toContain('Question 0 ');
});

test('the transcript has every message, every call with its view, and where all of it is', () => {
  expect(transcriptOf(state, items)).toBe(
    `== Ada, ${timestamp}
Fix the cart.
It counts twice.

== Agent, ${timestamp}
-- read_file {"path":"a.ts"}
view of read_file
[all of it: art_1]

== Agent, ${timestamp}
It is fixed.
-- edit_file {"path":"a.ts"}
view of edit_file
[all of it: art_2]
-- run_pty_cmd {"command":"npm test"}
view of run_pty_cmd
[all of it: art_3]`,
  );
});

test('a cut keeps as much as fits, but the last message always', () => {
  expect(findCut(items, [10, 10, 10], 20)).toBe(1);
  expect(findCut(items, [10, 10, 10], 30)).toBe(0);
  expect(findCut(items, [10, 10, 500], 20)).toBe(2);
  expect(findCut([], [], 20)).toBe(0);
});

test('two people of one name are two in the summary', () => {
  const other = { ...user(2, 'do that'), author: { id: 'm2', name: 'Ada' } } as ThreadItem;
  const text = summariseByRule(
    state,
    [user(1, 'do this'), other],
    wayToAll('art_c', { canRecall: true }),
    2_000,
  );
  expect(text).toContain('- Ada: do this\n- Ada (2): do that');
});
