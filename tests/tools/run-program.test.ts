import { expect, test } from 'vitest';
import { createRunProgram } from '#lib/tools/run-program.ts';
import type { InnerCall } from '#lib/tools/tool-context.ts';
import { toolBench } from '../support/tool-bench.ts';

const tool = createRunProgram(['read_file', 'grep_file']);
const bench = toolBench();

type Answer = (name: string, input: unknown, signal: AbortSignal) => InnerCall | Promise<InnerCall>;

/** Runs a program whose calls answer what `answer` gives. */
async function program(code: string, answer: Answer = () => nothing) {
  const asked: [string, unknown][] = [];
  const outcome = await bench.call(
    tool,
    { code },
    {
      context: {
        async callTool(name: string, input: unknown, signal: AbortSignal) {
          asked.push([name, input]);
          return await answer(name, input, signal);
        },
      },
    },
  );
  return { asked, outcome, view: outcome.result?.content ?? outcome.error?.message ?? '' };
}

const nothing: InnerCall = { artifactId: null, text: '' };
const artifactId = 'art_abcdefghijklmnopqrstuvwxyz';

test('a program gets whole results, and only what it returns goes to the model', async () => {
  const log = Array.from({ length: 5_000 }, (_, index) => `${index} order=${index * 7}`).join('\n');
  const { asked, view, outcome } = await program(
    'const text = await tools.read_file({ path: "a.log" }); return text.split("\\n").find((line) => line.includes("=70"));',
    () => ({ artifactId, text: log }),
  );
  expect(asked).toEqual([['read_file', { path: 'a.log' }]]);
  expect(view).toBe('10 order=70');
  expect(outcome).toMatchObject({ success: true, toolTelemetry: { title: 'program' } });
});

test('people see what it called and the program beside what it returned, which alone is counted', async () => {
  const { outcome, view } = await program('await tools.grep_file({}); return { found: 3 };', () => ({
    artifactId,
    text: 'x',
  }));
  expect(JSON.parse(String(await bench.bytesOf(outcome)))).toEqual({ found: 3 });
  expect(outcome.toolTelemetry.fullTokens).toBe(outcome.toolTelemetry.sentTokens);
  expect(view).toContain('"found": 3');
  const record = await bench.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');
  const [report] = record?.metadata.parts ?? [];
  const bytes = await bench.stores.artifacts.readBytes(report?.artifactId ?? '', 0, 10_000);
  const text = new TextDecoder().decode(bytes ?? new Uint8Array());
  expect(text).toContain(`- \`grep_file\` ${artifactId}`);
  expect(text).toContain('await tools.grep_file({})');
});

test('many calls wait their turn, and more than there may be fail in words', async () => {
  let going = 0;
  let most = 0;
  const { view } = await program(
    'const all = await Promise.allSettled(Array.from({ length: 205 }, (_, index) => tools.read_file({ index }))); return all.filter((one) => one.status === "rejected").map((one) => one.reason.message);',
    async () => {
      going += 1;
      most = Math.max(most, going);
      await new Promise((resolve) => setImmediate(resolve));
      going -= 1;
      return nothing;
    },
  );
  expect(JSON.parse(view)).toEqual(Array.from({ length: 5 }, () => 'A program makes at most 200 calls.'));
  expect(most).toBe(8);
});

test('calls end with the program that did not wait for them', async () => {
  const ends: boolean[] = [];
  const { view } = await program('tools.read_file({}); throw new Error("gone")', async (_, __, signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    ends.push(signal.aborted);
    return nothing;
  });
  expect(view).toContain('The program failed: ');
  expect(ends).toEqual([true]);
});

test('calls run at the same time, and one that fails throws into the program', async () => {
  const { asked, view } = await program(
    'const all = await Promise.allSettled(["a", "b"].map((path) => tools.read_file({ path }))); return all.map((one) => one.value ?? one.reason.message);',
    (_, input) =>
      (input as { path: string }).path === 'a'
        ? { artifactId: null, text: 'of a' }
        : { artifactId: null, error: 'There is no file b.' },
  );
  expect(asked).toHaveLength(2);
  expect(JSON.parse(view)).toEqual(['of a', 'There is no file b.']);
});

test.each([
  ['return 1 +', /The program failed: /],
  ['return await tools', /\{\}/],
  ['throw new Error("no such order")', /The program failed: no such order/],
  ['const all = []; for (;;) all.push(new Array(1e6).fill(1));', /The program failed: out of memory/],
  ['return tools.read_file.constructor.constructor("return process")().env', /The program failed: /],
  ['return [typeof process, typeof require, typeof fetch, typeof globalThis.host.constructor]', /undefined/],
])('%s reaches nothing and ends in words', async (code, words) => {
  const { view } = await program(code);
  expect(view).toMatch(words);
  expect(view).not.toContain('PATH');
});

test('a long answer is cut, and the model is told where the rest is', async () => {
  const { view, outcome } = await program('return "many words of an answer\\n".repeat(2_000)');
  expect(view).toContain(`recall_output("${outcome.toolTelemetry.artifactId}"`);
  expect(view.length).toBeLessThan(20_000);
});

test('what failed half-way tells where its results are', async () => {
  const { view } = await program('await tools.read_file({}); throw new Error("lost")', () => ({
    artifactId,
    text: 'x',
  }));
  expect(view).toContain('lost');
  expect(view).toContain(artifactId);
});

test('a stop ends a program that never would', async () => {
  const stop = new AbortController();
  const running = bench.call(
    tool,
    { code: 'await tools.read_file({}); for (;;);' },
    {
      context: {
        signal: stop.signal,
        async callTool() {
          setTimeout(() => stop.abort(new Error('stopped')), 50);
          return nothing;
        },
      },
    },
  );
  expect((await running).error?.message).toBe('Stopped before it finished.');
});
