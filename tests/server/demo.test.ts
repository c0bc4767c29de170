import { expect, test } from 'vitest';
import { demoRecording } from '#lib/demo/recording.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { ask, ofType, readEvents } from '../support/conversations.ts';
import { newDataDir, startVitrine } from '../support/vitrine-server.ts';

test('a new installation begins with one demo conversation, whose cards live and whose calls count nowhere', async () => {
  const dataDir = newDataDir();
  let server = await startVitrine({ dataDir });
  const list = async () => (await (await server.request('/api/conversations')).json()).conversations;
  const [demo, ...others] = await list();
  expect(others).toEqual([]);
  const events = await readEvents(server, demo.id);
  const completes = ofType(events, 'tool.execution_complete');
  expect(completes.map((event) => event.data.toolTelemetry.type)).toEqual([
    'terminal',
    'diff',
    'terminal',
    'file',
    'image',
  ]);
  const { count } = await loadTokenizer();
  for (const { data } of completes) {
    expect(data.toolTelemetry.sentTokens).toBe(count(data.result?.content ?? ''));
    const { artifactId } = data.toolTelemetry;
    const bytes = await (await server.request(`/api/artifacts/${artifactId}`)).bytes();
    const { metadata } = await (await server.request(`/api/artifacts/${artifactId}?format=metadata`)).json();
    expect(metadata).toMatchObject({ state: 'complete', expiresAt: null, byteLength: bytes.length });
    expect(await (await server.request(`/api/artifacts/${artifactId}?view=assistant`)).text()).toBe(
      data.result?.content,
    );
  }
  expect((await (await server.request('/api/savings')).json()).totals.calls).toBe(0);
  // It goes on as any conversation does, and from there on it counts.
  expect((await ask(server, demo.id, 'list src')).data.outcome).toBe('completed');
  expect((await (await server.request('/api/savings')).json()).totals.calls).toBe(1);

  // Removed is removed: it does not come back.
  await server.request(`/api/conversations/${demo.id}`, { method: 'DELETE' });
  await server.end('SIGTERM');
  server = await startVitrine({ dataDir });
  expect(await list()).toEqual([]);
  await server.end();
});

test('what the demo changed can be undone and made again, in files of its own', async () => {
  const server = await startVitrine();
  const [demo] = (await (await server.request('/api/conversations')).json()).conversations;
  const completes = ofType(await readEvents(server, demo.id), 'tool.execution_complete');
  const change = completes.find(({ data }) => data.toolTelemetry.type === 'diff')?.data.toolTelemetry
    .artifactId;
  const rounding = async () => {
    await ask(server, demo.id, 'find Math in src/cart.mjs');
    const latest = ofType(await readEvents(server, demo.id), 'tool.execution_complete').at(-1);
    return /Math\.(?:trunc|round)/.exec(latest?.data.result?.content ?? '')?.[0];
  };
  expect(await rounding()).toBe('Math.round');
  expect((await server.request(`/api/artifacts/${change}/undo`, { method: 'POST' })).status).toBe(204);
  expect(await rounding()).toBe('Math.trunc');
  expect((await server.request(`/api/artifacts/${change}/redo`, { method: 'POST' })).status).toBe(204);
  expect(await rounding()).toBe('Math.round');
  await server.end();
});

test('the demo is a failing test, its fix, green again, a long log and an image', async () => {
  const { events, artifacts } = demoRecording();
  const says = events.flatMap(({ type, data }) =>
    type === 'assistant.message' ? (data as { content: string }).content : [],
  );
  expect(says.filter(Boolean).map((text) => text.split('\n')[0])).toEqual([
    expect.stringMatching(/^`npm test` failed: 2 of 21 tests/),
    'Changed `src/cart.mjs`: 1 line added, 1 removed.',
    expect.stringMatching(/^`npm test` succeeded: 21 passed, 0 failed/),
    expect.stringMatching(/14 WARN, 10,398 INFO, 10,412 lines/),
    expect.stringMatching(/^Here it is: short-by-hour\.png/),
  ]);
  expect(artifacts.map(({ metadata }) => metadata.exitCode)).toEqual([1, null, 0, null, null]);
  expect(artifacts[0]?.problems.length).toBe(2);
});

test('two installations share no ID', async () => {
  const idsOf = async () => {
    const server = await startVitrine();
    const [demo] = (await (await server.request('/api/conversations')).json()).conversations;
    const text = JSON.stringify(await readEvents(server, demo.id));
    await server.end();
    return new Set([demo.id, ...(text.match(/\b(run|msg|art)_[a-z2-7]{26}\b/g) ?? [])]);
  };
  const [one, two] = [await idsOf(), await idsOf()];
  expect(one.size).toBeGreaterThan(10);
  expect([...one].filter((id) => two.has(id))).toEqual([]);
});
