import { expect, test } from 'vitest';
import { logActivities } from '#lib/observe/log-activities.ts';
import { createLogger } from '#lib/observe/logger.ts';
import { createObserver } from '#lib/observe/observer.ts';
import { noTrace } from '#lib/observe/trace-sender.ts';

function bench(level: string) {
  const lines: string[] = [];
  const secret = 'a "quoted" secret';
  const log = createLogger(
    { level, secrets: [{ value: secret }, { value: 'metrics-token-of-32-characters-xx' }] },
    { write: (line) => lines.push(line) },
  );
  const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log, lines, parsed, secret };
}

const location = { runId: 'run_1', conversationId: 'conv_1', model: 'm' };
const call = { tool: 'grep_file', toolCallId: 'call-1', level: 'balanced', isRerun: false };

function oneRun(level: string) {
  const { log, parsed } = bench(level);
  const observer = createObserver({ listeners: [logActivities(log)], trace: noTrace, elapsedMs: () => 0 });
  const run = observer.begin('run', location);
  const step = run.begin('step', { number: 1, messageId: 'msg_1' });
  const usage = { inputTokens: 100, cachedTokens: null, outputTokens: 7 };
  step.begin('model_call', { model: 'm' }).end({ outcome: 'completed', usage });
  const figures = { isEstimated: false, summarizer: null };
  step.begin('tool_call', call).end({ ...figures, outcome: 'success', fullTokens: 2_450, sentTokens: 48 });
  step.begin('tool_call', call).end({ ...figures, outcome: 'failure', fullTokens: null, sentTokens: 9 });
  step.end({ outcome: 'completed' });
  run.end({ outcome: 'completed' });
  return parsed();
}

test('a run is a line at info; its steps, model calls and tool calls are lines at debug', () => {
  expect(oneRun('info').map(({ msg }) => msg)).toEqual(['run']);
  expect(oneRun('debug')).toMatchObject([
    { level: 20, msg: 'model call', model: 'm', inputTokens: 100, cachedTokens: null, outputTokens: 7 },
    {
      level: 20,
      msg: 'grep_file: 2,450 → 48 tokens (98%)',
      conversationId: 'conv_1',
      runId: 'run_1',
      messageId: 'msg_1',
      toolCallId: 'call-1',
      tool: 'grep_file',
      splitLevel: 'balanced',
      fullTokens: 2_450,
      sentTokens: 48,
      durationMs: 0,
    },
    { msg: 'grep_file: ? → 9 tokens', outcome: 'failure', fullTokens: null },
    { level: 20, msg: 'step', step: 1, messageId: 'msg_1', outcome: 'completed' },
    { level: 30, msg: 'run', runId: 'run_1', conversationId: 'conv_1', model: 'm', outcome: 'completed' },
  ]);
});

test('no secret, no authorization and no cookie stands in a line, wherever it came from', () => {
  const { log, lines, parsed, secret } = bench('info');
  const cause = new Error(`refused: Authorization: Bearer abc.def-ghi_123=, Cookie: vt_s=${'c'.repeat(43)}`);
  log.error({ err: new Error(`the key ${secret} is wrong`, { cause }) }, 'it failed');
  log.warn({ header: `set-cookie: __Host-vt_s=${'d'.repeat(43)}; Path=/` }, 'Basic dXNlcjpwYXNzd29yZA==');
  log.info({ deep: { token: 'metrics-token-of-32-characters-xx' } }, `vt_leaving=${'e'.repeat(60)}`);
  expect(parsed()).toHaveLength(3);
  const all = lines.join('');
  for (const part of ['quoted', 'abc.def', 'ccccc', 'ddddd', 'eeeee', 'dXNlcj', 'metrics-token']) {
    expect(all).not.toContain(part);
  }
  expect(all).toContain('the key [masked] is wrong');
});

test('of an error nothing is reported but what it says: not what a library hung on it', () => {
  const { log, lines, parsed } = bench('info');
  const error = Object.assign(new Error('WRONGTYPE'), {
    code: 'EXEC',
    command: { name: 'set', args: ['key', 'the content'] },
    requestBodyValues: { messages: ['the content'] },
    responseHeaders: { 'set-cookie': 'x' },
  });
  log.error({ err: error }, 'the store failed');
  expect(parsed()[0]).toMatchObject({
    msg: 'the store failed',
    err: { type: 'Error', message: 'WRONGTYPE', code: 'EXEC', stack: expect.stringContaining('WRONGTYPE') },
  });
  expect(lines.join('')).not.toContain('the content');
});

test('what was thrown and is no error is reported as text, and an endless chain of causes ends', () => {
  const { log, parsed } = bench('info');
  const endless = new Error('round');
  endless.cause = endless;
  log.error({ err: endless }, 'one');
  log.error({ err: 'plain' }, 'two');
  expect(parsed().map(({ err }) => (err as { message: string }).message)).toEqual(['round', 'plain']);
});
