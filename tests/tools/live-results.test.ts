import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Growth } from '#lib/core/conversation/conversation-state.ts';
import { readArtifactLines } from '#lib/stores/read-artifact.ts';
import { commandResult } from '#lib/tools/command-result.ts';
import { defineTool } from '#lib/tools/define-tool.ts';
import type { ToolCallOutcome } from '#lib/tools/tool-call.ts';
import type { CommandEnd, OutputChunk } from '#lib/workspace/commands.ts';
import { until } from '../support/conversations.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench();

/** A command whose output the test gives, piece by piece. */
function scriptedCommand(audience: 'people' | 'model' = 'people') {
  const pieces: (OutputChunk | null)[] = [];
  let wake = () => {};
  const ended = Promise.withResolvers<CommandEnd>();
  async function* output() {
    for (;;) {
      while (pieces.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const piece = pieces.shift();
      if (!piece) return;
      yield piece;
    }
  }
  const give = (piece: OutputChunk | null) => {
    pieces.push(piece);
    wake();
  };
  const tool = defineTool(
    { name: 'run_scripted', audience },
    {
      description: 'Gives what it is given.',
      inputSchema: z.object({}),
      offline: { help: '', read: () => null },
      run: async (_, context) =>
        commandResult(
          { output: output(), end: ended.promise },
          { title: 'make all', hasInput: false },
          context,
        ),
    },
  );
  return {
    tool,
    print: (text: string, stream: OutputChunk['stream'] = 'stdout') =>
      give({ stream, bytes: Buffer.from(text) }),
    printBytes: (bytes: Uint8Array) => give({ stream: 'stdout', bytes }),
    end(end: Partial<CommandEnd> = {}) {
      ended.resolve({ exitCode: 0, durationMs: 1_234, stoppedBy: null, traffic: null, ...end });
      give(null);
    },
  };
}

const growthOf = () => {
  const grown: Growth[] = [];
  return { grown, onPartial: (growth: Growth) => void grown.push(growth) };
};

async function linesOf(artifactId: string) {
  const record = await bench.stores.artifacts.get(artifactId);
  if (!record) throw new Error('there is no such artifact');
  return await readArtifactLines(bench.stores.artifacts, record.metadata, { from: 1, to: 100 });
}

test('people can read each piece while the command runs, and see how far it has come', async () => {
  const { tool, print, end } = scriptedCommand();
  const { grown, onPartial } = growthOf();
  const call = bench.call(tool, {}, { onPartial });
  await until('its artifact', async () => grown.length > 0);
  print('one\n');
  const first = await until('the first line', async () => grown.find(({ lineCount }) => lineCount === 1));
  expect(await linesOf(first.artifactId)).toMatchObject({ lines: ['one'], state: 'writing' });
  print('two\nthr');
  await until('the third line', async () => grown.some(({ lineCount }) => lineCount === 3));
  expect((await linesOf(first.artifactId))?.lines).toEqual(['one', 'two', 'thr']);
  print('ee\n');
  end();
  const outcome = await call;
  expect(outcome.toolTelemetry).toMatchObject({ artifactId: first.artifactId, lineCount: 3, exitCode: 0 });
  expect(await linesOf(first.artifactId)).toMatchObject({
    lines: ['one', 'two', 'three'],
    state: 'complete',
  });
});

test('what is reported only grows', async () => {
  const { tool, print, end } = scriptedCommand();
  const { grown, onPartial } = growthOf();
  const call = bench.call(tool, {}, { onPartial });
  for (let at = 0; at < 200; at += 1) {
    print(`line ${at}\n`);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  end();
  await call;
  expect(grown.length).toBeGreaterThan(2);
  for (const [at, { byteLength }] of grown.entries()) {
    expect(byteLength).toBeGreaterThanOrEqual(grown[at - 1]?.byteLength ?? 0);
  }
});

test('the model of a shown command gets how it ended, at most 30 tokens besides command and ID', async () => {
  const { tool, print, end } = scriptedCommand();
  const call = bench.call(tool, {});
  print('noise\n'.repeat(500), 'stderr');
  end({ exitCode: 137 });
  const { result, toolTelemetry } = await call;
  const text = result?.content ?? '';
  expect(text).toBe(
    `Shown to people: make all, exit 137, killed, 500 lines, ${toolTelemetry.artifactId}. You have not read it.`,
  );
  const { count } = bench.request().context;
  expect(
    toolTelemetry.sentTokens - count('make all') - count(toolTelemetry.artifactId ?? ''),
  ).toBeLessThanOrEqual(30);
});

test('colours and progress reach people as they were printed, and cost the model nothing', async () => {
  const { tool, print, end } = scriptedCommand('model');
  const call = bench.call(tool, {});
  const raw = '\u001b[32mok\u001b[0m\n10%\r55%\r100%\n\u001b]0;title\u0007done\n';
  print(raw);
  end();
  const outcome = await call;
  expect(outcome.result?.content).toBe('ok\n100%\ndone\n');
  expect(outcome.toolTelemetry).toMatchObject({ relation: 'transformed' });
  // No credit for what no host would have sent.
  expect(outcome.toolTelemetry.fullTokens).toBe(outcome.toolTelemetry.sentTokens);
  expect((await bench.bytesOf(outcome)).toString()).toBe(raw);
});

test.each([
  ['nothing, and well', '', { exitCode: 0 }, 'exit 0, no output'],
  ['nothing, and failed', '', { exitCode: 2 }, 'exit 2, no output'],
  ['little, and well', 'fine\n', { exitCode: 0 }, 'fine\n'],
  ['little, and failed', 'bad\n', { exitCode: 1 }, 'exit 1\nbad\n'],
  [
    'no network',
    'Could not resolve host: x\n',
    { exitCode: 6 },
    'exit 6; network is off: the call names no hosts\nCould not resolve host: x\n',
  ],
] as const)('a command that printed %s is reported', async (_, text, ending, wanted) => {
  const { tool, print, end } = scriptedCommand('model');
  const commands = {
    ...bench.request().context.commands,
    status: () => ({ mode: 'bwrap' as const, reason: null, memory: 'watched' as const, memoryReason: null }),
  };
  const call = bench.call(tool, {}, { context: { commands } });
  if (text !== '') print(text);
  end(ending);
  expect((await call).result?.content).toBe(wanted);
});

test('a character that comes in two pieces is one, to people and model; what is no UTF-8 is marked', async () => {
  const { tool, printBytes, end } = scriptedCommand('model');
  const call = bench.call(tool, {});
  const euro = Buffer.from('5 €\n');
  printBytes(euro.subarray(0, 3));
  await new Promise((resolve) => setTimeout(resolve, 150));
  printBytes(euro.subarray(3));
  printBytes(Buffer.from([0xff, 0x0a]));
  end();
  const outcome = await call;
  expect(outcome.result?.content).toBe('5 €\n\ufffd\n');
  expect((await linesOf(outcome.toolTelemetry.artifactId ?? ''))?.lines).toEqual(['5 €', '\ufffd']);
});

test('a stop ends the command, and what it printed stays', async () => {
  const { tool, print, end } = scriptedCommand('model');
  const stop = new AbortController();
  const call = bench.call(tool, {}, { context: { signal: stop.signal } });
  print('half\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  stop.abort('aborted');
  end({ exitCode: 143, stoppedBy: 'person' });
  const outcome = await call;
  expect(outcome).toMatchObject({ success: true, result: { content: 'stopped by a person\nhalf\n' } });
  expect((await bench.bytesOf(outcome)).toString()).toBe('half\n');
});

test('a store that fails in the middle costs the artifact, not the command', async () => {
  const { tool, print, end } = scriptedCommand('model');
  const { artifacts } = bench.stores;
  const broken = {
    ...artifacts,
    create: async (...parameters: Parameters<typeof artifacts.create>) => {
      const writer = await artifacts.create(...parameters);
      return { ...writer, publish: () => Promise.reject(new Error('the store is gone')) };
    },
  };
  const call = bench.call(tool, {}, { context: { artifacts: broken } });
  print('still here\n');
  await new Promise((resolve) => setTimeout(resolve, 200));
  end();
  const outcome = await call;
  expect(outcome).toMatchObject({ success: true, toolTelemetry: { artifactId: null } });
  expect(outcome.result?.content).toBe('still here\n');
  expect(bench.failures).toHaveLength(1);
});

test('a call run again records nothing and keeps no view', async () => {
  const { tool, print, end } = scriptedCommand('model');
  const before = (await bench.recorded()).length;
  const call = bench.call(tool, {}, { isRerun: true });
  print('again\n');
  end();
  const { toolTelemetry } = await call;
  expect(await bench.recorded()).toHaveLength(before);
  expect((await bench.stores.artifacts.get(toolTelemetry.artifactId ?? ''))?.assistantView).toBeNull();
});

describe('what went wrong in a command', () => {
  const steps = Array.from({ length: 2_000 }, (_, at) => `step ${at} with words of its own\n`).join('');
  const recordOf = async (outcome: ToolCallOutcome) =>
    await bench.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');

  test.each([
    ['shown to people', 'people', {}],
    ['split', 'model', {}],
    ['sent as it is', 'model', { level: 'off' }],
    ['run again', 'model', { isRerun: true }],
  ] as const)('is kept for people where it was %s', async (what, audience, change) => {
    for (const before of ['', steps]) {
      const { tool, print, end } = scriptedCommand(audience);
      const call = bench.call(tool, {}, change);
      print(`${before}cannot open store 17: denied\nbye now\n`);
      end({ exitCode: 1 });
      const outcome = await call;
      const record = await recordOf(outcome);
      const line = before === '' ? 1 : 2_001;
      expect(outcome.toolTelemetry.problemCount).toBe(1);
      expect(record?.problems).toEqual([
        { line, name: 'cannot open store 17', message: 'denied', location: null },
      ]);
      expect(record?.viewFacts.length === 0).toBe(what !== 'split' || before === '');
    }
  });

  test('of tests comes with what they came to, and of anything else with nothing', async () => {
    const verdictOf = async (text: string) => {
      const { tool, print, end } = scriptedCommand('model');
      const call = bench.call(tool, { command: 'node --test' });
      print(text);
      end({ exitCode: 1 });
      return (await call).toolTelemetry.verdict;
    };
    const tests = [
      '✖ adds up (1.171143ms)',
      '✔ empty is zero (0.159067ms)',
      'ℹ tests 2',
      'ℹ pass 1',
      'ℹ fail 1',
      'ℹ duration_ms 248.200873',
      '',
      '✖ failing tests:',
      '',
      'test at cart.test.mjs:4:1',
      '✖ adds up (1.171143ms)',
      '  AssertionError [ERR_ASSERTION]: 1 == 2',
      '      at TestContext.<anonymous> (file:///workspace/cart.test.mjs:5:10)',
      '',
    ];
    expect(await verdictOf(tests.join('\n'))).toBe('1 failed, 1 passed of 2 tests, in 0.2 s');
    expect(await verdictOf('cannot open store 17: denied\n')).toBeUndefined();
  });

  test('is nothing where it went well', async () => {
    const { tool, print, end } = scriptedCommand('people');
    const call = bench.call(tool, {});
    print(`${steps}error: none of it\n`);
    end();
    const outcome = await call;
    expect(outcome.toolTelemetry.problemCount).toBeUndefined();
    expect((await recordOf(outcome))?.problems).toEqual([]);
  });

  test('and how long it ran is one figure for call and artifact', async () => {
    const { tool, print, end } = scriptedCommand('people');
    const call = bench.call(tool, {});
    print('done\n');
    end({ durationMs: 77_000 });
    const outcome = await call;
    expect(outcome.durationMs).toBe(77_000);
    expect((await recordOf(outcome))?.metadata.durationMs).toBe(77_000);
  });
});
