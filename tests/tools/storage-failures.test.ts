import { describe, expect, test } from 'vitest';
import type { ArtifactStore, ArtifactWriter } from '#lib/stores/stores.ts';
import { scaled } from '../support/scaled.ts';
import { toolBench } from '../support/tool-bench.ts';

const text = Array.from({ length: 3_000 }, (_, at) => `line ${at}\n`).join('');
/** More than is held whole, in few lines. */
const long = `${'a line of some length, '.repeat(40)}\n`.repeat(scaled(6_000, 4_700));
const bench = toolBench({
  'a.txt': text,
  'small.txt': 'x\n',
  'big.txt': long,
  'b.bin': Buffer.alloc(9),
});
const { artifacts } = bench.stores;
const down = (): Promise<never> => Promise.reject(new Error('the store is down'));

/** The real store with one of its steps failing. */
const failing: Record<string, ArtifactStore> = {
  create: { ...artifacts, create: down },
  'create (thrown)': {
    ...artifacts,
    create() {
      throw new Error('the store is down');
    },
  },
  write: broken(() => ({ write: down })),
  'write, and abort with it': broken((writer) => ({ write: down, abort: () => writer.abort().then(down) })),
  complete: broken(() => ({ complete: down })),
};

function broken(change: (writer: ArtifactWriter) => Partial<ArtifactWriter>): ArtifactStore {
  const create: ArtifactStore['create'] = async (artifact) => {
    const writer = await artifacts.create(artifact);
    return { ...writer, ...change(writer) };
  };
  return { ...artifacts, create };
}

describe('a store that fails', () => {
  for (const [step, store] of Object.entries(failing)) {
    test(`to ${step} leaves the call a success, with a bounded view that says so`, async () => {
      bench.failures.length = 0;
      const call = (tool: string, path: string) =>
        bench.call(tool, { path }, { context: { artifacts: store } });
      const outcomes = {
        read: await call('read_file', 'a.txt'),
        shown: await call('render_file_contents', 'a.txt'),
        listed: await call('read_file', 'big.txt'),
      };
      for (const outcome of Object.values(outcomes)) {
        expect(outcome).toMatchObject({ success: true, toolTelemetry: { artifactId: null } });
        expect(outcome.result?.content).toContain('could not be stored');
        expect(outcome.result?.content).not.toContain('art_');
        expect(outcome.toolTelemetry.sentTokens).toBeLessThanOrEqual(400);
        expect(outcome.toolTelemetry.fullTokens).toBeGreaterThan(5_000);
      }
      expect(
        await bench.resultOf('read_file', { path: 'small.txt' }, { context: { artifacts: store } }),
      ).toBe('x\n');
      expect((await call('read_file', 'b.bin')).success).toBe(true);
      // Told once a call, not once a chunk.
      expect(bench.failures).toHaveLength(5);
    });
  }

  test('to take the assistant view leaves the call as it is, with its artifact', async () => {
    const store = { ...artifacts, setAssistantView: down };
    bench.failures.length = 0;
    const outcome = await bench.call('read_file', { path: 'a.txt' }, { context: { artifacts: store } });
    expect(outcome.success).toBe(true);
    expect((await bench.bytesOf(outcome)).toString()).toBe(text);
    expect(bench.failures).toHaveLength(1);
  });

  test('while an estimate is made leaves an estimate of the edges', async () => {
    const store = { ...artifacts, readBytes: down };
    const { toolTelemetry } = await bench.call(
      'read_file',
      { path: 'big.txt' },
      { context: { artifacts: store } },
    );
    expect(toolTelemetry).toMatchObject({ fullTokensEstimated: true });
    const real = bench.request().context.count(long);
    expect(Math.abs((toolTelemetry.fullTokens ?? 0) - real) / real).toBeLessThan(0.1);
  });

  test('fails a recall with a sentence, and nothing else', async () => {
    const outcome = await bench.call('read_file', { path: 'a.txt' });
    const { artifactId } = outcome.toolTelemetry;
    for (const change of [{ get: down }, { readBytes: down }, { readIndex: down }]) {
      for (const ask of [{ lines: '1-2' }, { query: 'line 9' }]) {
        const store = { ...artifacts, ...change };
        const recall = await bench.call(
          'recall_output',
          { artifactId, ...ask },
          { context: { artifacts: store } },
        );
        expect(recall.error?.message).toBe('recall_output failed: the store is down');
      }
    }
  });
});
