import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadTokenizer } from '../../lib/split/tokenizer.ts';
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
    'file',
    'matches',
    'tree',
    'text',
  ]);
  const { count } = await loadTokenizer();
  for (const { data } of completes) {
    expect(data.toolTelemetry.sentTokens).toBe(count(data.result?.content ?? ''));
    const { artifactId } = data.toolTelemetry;
    if (artifactId === null) continue;
    const { data: text, metadata } = await (
      await server.request(`/api/artifacts/${artifactId}?format=json`)
    ).json();
    expect(metadata).toMatchObject({
      state: 'complete',
      expiresAt: null,
      byteLength: Buffer.byteLength(text),
    });
    expect(await (await server.request(`/api/artifacts/${artifactId}?view=assistant`)).text()).toBe(
      data.result?.content,
    );
  }
  expect((await (await server.request('/api/savings')).json()).totals.calls).toBe(0);
  // It goes on as any conversation does, and from there on it counts.
  expect((await ask(server, demo.id, 'list lib/core')).data.outcome).toBe('completed');
  expect((await (await server.request('/api/savings')).json()).totals.calls).toBe(1);

  // Removed is removed: it does not come back.
  await server.request(`/api/conversations/${demo.id}`, { method: 'DELETE' });
  await server.end('SIGTERM');
  server = await startVitrine({ dataDir });
  expect(await list()).toEqual([]);
  await server.end();
  rmSync(dataDir, { recursive: true });
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
