import type { CallToolResult, Client, ElicitRequestParams } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { createActiveCalls } from '#lib/mcp/send-call.ts';
import { changeLimits } from '../support/change-limits.ts';

changeLimits({ mcpSilenceMs: 300 });

const params = {
  message: 'Which?',
  requestedSchema: { type: 'object', properties: {} },
} as ElicitRequestParams;
const { signal } = new AbortController();

/** A client whose calls end when they are told to, or are aborted. */
function open() {
  const ends: ((result: CallToolResult) => void)[] = [];
  const client = {
    callTool: (_call: unknown, options: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        ends.push(resolve);
        options.signal.addEventListener('abort', () => reject(options.signal.reason));
      }),
  } as unknown as Client;
  const calls = createActiveCalls(() => 0);
  const asked: string[] = [];
  const aborted: string[] = [];
  const send = (name: string, audience: string) =>
    calls.send(
      client,
      { name },
      {},
      {
        signal: new AbortController().signal,
        audience,
        onProgress() {},
        elicit: (_params, ended) => {
          asked.push(name);
          return new Promise((resolve) => {
            ended.addEventListener('abort', () => {
              aborted.push(name);
              resolve({ action: 'cancel' });
            });
          });
        },
      },
    );
  return { calls, ends, asked, aborted, send };
}
const nothing: CallToolResult = { content: [] };

describe('a question of a server', () => {
  test('goes to the call that began last, and to nobody while calls for others go on too', async () => {
    const { calls, ends, asked, send } = open();
    expect(await calls.elicit(params, signal)).toEqual({ action: 'cancel' });
    const first = send('first', 'conv_a');
    const second = send('second', 'conv_a');
    void calls.elicit(params, signal);
    expect(asked).toEqual(['second']);
    const other = send('other', 'conv_b');
    expect(await calls.elicit(params, signal)).toEqual({ action: 'cancel' });
    expect(asked).toEqual(['second']);
    for (const end of ends) end(nothing);
    await Promise.all([first, second, other]);
  });

  test('is taken back when its call ends', async () => {
    const { calls, ends, aborted, send } = open();
    const call = send('one', 'conv_a');
    const answer = calls.elicit(params, signal);
    ends[0]?.(nothing);
    await call;
    expect(await answer).toEqual({ action: 'cancel' });
    expect(aborted).toEqual(['one']);
  });

  test('is no silence of the server; silence without one ends the call', async () => {
    const { calls, send } = open();
    const asking = send('asks', 'conv_a');
    const settled = asking.then(
      () => 'ended',
      (error: Error) => error.message,
    );
    void calls.elicit(params, signal);
    const silent = open();
    await expect(silent.send('silent', 'conv_a')).rejects.toThrow('it was silent for 0.3 s');
    expect(await Promise.race([settled, 'still going'])).toBe('still going');
  });
});
