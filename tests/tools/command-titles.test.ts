import { expect, test } from 'vitest';
import type { Commands } from '#lib/workspace/commands.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench();

async function* nothing() {}
const end = Promise.resolve({ exitCode: 0, durationMs: 1, stoppedBy: null, traffic: null });
/** Commands that print nothing. */
const commands: Commands = {
  check: async () => commands.status(),
  status: () => ({ mode: 'bwrap', reason: null, memory: 'watched', memoryReason: null }),
  run: async () => ({ output: nothing(), end }),
  openTerminal: async () => ({
    output: nothing(),
    end,
    write() {},
    resize() {},
    setAttended() {},
  }),
  startLines: () => Promise.reject(new Error('not expected')),
  async close() {},
};

async function titleOf(tool: string, input: object): Promise<string | undefined> {
  const { toolTelemetry } = await bench.call(tool, input, { context: { commands } });
  return (await bench.stores.artifacts.get(toolTelemetry.artifactId ?? ''))?.metadata.title;
}

test.each([
  ['run_and_display', { command: `cat \u202e${'x'.repeat(90_000)}` }, `cat \ufffd${'x'.repeat(194)}…`],
  ['run_pty_cmd', { command: `cat \u202e${'x'.repeat(90_000)}` }, `cat \ufffd${'x'.repeat(194)}…`],
  [
    'execute_code',
    { language: 'node', code: `let\u200b a\t= "${'x'.repeat(90)}";\nmore` },
    `node: let\ufffd a = "${'x'.repeat(69)}…`,
  ],
])('the title of %s is bounded, and hides nothing', async (tool, input, title) => {
  expect(await titleOf(tool, input)).toBe(title);
});
