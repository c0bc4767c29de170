import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { readArtifactViews } from '#lib/operations/artifacts/artifact-views.ts';
import { createStateReader } from '#lib/runs/state-reader.ts';
import { createBytesChecker } from '#lib/stores/check-bytes.ts';
import { openRedis } from '#tests/contracts/redis-opener.ts';
import { isoAfter, newId, storeBytes } from '#tests/contracts/samples.ts';
import { openSqlite } from '#tests/contracts/sqlite-opener.ts';
import type { OpenedStores } from '#tests/contracts/store-opener.ts';
import { sampleEventData } from '#tests/support/sample-events.ts';

const openers = { SQLite: openSqlite, Redis: () => openRedis(inject('redisUrl')) };

describe.each(['SQLite', 'Redis'] as const)('with %s', (name) => {
  let opened: OpenedStores;
  beforeAll(async () => {
    opened = await openers[name]();
  });
  afterAll(async () => await opened?.close());

  /** An artifact whose call is in the log with this text, and whose record has that one. */
  async function result(sent: string, stored: string | null) {
    const { events, artifacts } = opened.stores;
    const conversationId = newId('conv');
    const id = await storeBytes(artifacts, Buffer.from('the whole result\n'.repeat(100)), { conversationId });
    if (stored !== null) await artifacts.setAssistantView(id, stored, []);
    const requested = { toolCallId: 't1', name: 'read_file', arguments: { path: 'a' } };
    const complete = sampleEventData['tool.execution_complete'];
    const toolTelemetry = { ...complete.toolTelemetry, artifactId: id };
    await events.append(conversationId, [
      durableEvent('user.message', { ...sampleEventData['user.message'], attachments: [] }, isoAfter(0)),
      durableEvent('run.started', sampleEventData['run.started'], isoAfter(0)),
      durableEvent(
        'assistant.message',
        { messageId: 'm1', content: '', toolRequests: [requested] },
        isoAfter(0),
      ),
      durableEvent(
        'tool.execution_complete',
        { ...complete, result: { content: sent }, toolTelemetry },
        isoAfter(0),
      ),
    ]);
    return id;
  }

  /** Simulates a process that has not read the artifact before. */
  async function sidesOf(id: string) {
    const { artifacts, events } = opened.elsewhere;
    const record = await artifacts.get(id);
    if (!record) throw new Error('no record');
    const services = {
      readState: createStateReader(events),
      checkBytes: createBytesChecker(artifacts, Date.now),
      stores: opened.elsewhere,
    };
    return await readArtifactViews(services, record);
  }

  test('stored bytes that match the recorded and the sent text keep the relation computed at creation', async () => {
    const sides = await sidesOf(await result('view', 'view'));
    expect(sides.relation).toBe('summary');
    expect(sides.check).toMatchObject({ isViewAsSent: true, actualSha256: sides.check?.recordedSha256 });
  });

  test('changed bytes are a mismatch', async () => {
    const id = await result('view', 'view');
    await opened.tamper(id);
    const sides = await sidesOf(id);
    expect(sides).toMatchObject({ relation: 'mismatch', check: { isViewAsSent: true } });
    expect(sides.check?.actualSha256).not.toBe(sides.check?.recordedSha256);
  });

  test('a stored view that differs from the sent text in the log is a mismatch', async () => {
    const sides = await sidesOf(await result('what was sent', 'what is stored'));
    expect(sides).toMatchObject({ relation: 'mismatch', check: { isViewAsSent: false } });
    expect(sides.check?.actualSha256).toBe(sides.check?.recordedSha256);
  });

  test('a view that could not be stored is unknown, not a mismatch', async () => {
    const sides = await sidesOf(await result('view', null));
    expect(sides).toMatchObject({ relation: 'summary', check: { isViewAsSent: null } });
  });

  test('an artifact that no logged call made has no relation, but its bytes are still checked', async () => {
    const id = await storeBytes(opened.stores.artifacts, Buffer.from('x'));
    expect(await sidesOf(id)).toMatchObject({ relation: null, toolCallId: null, runs: [], recalls: [] });
    await opened.tamper(id);
    expect((await sidesOf(id)).relation).toBe('mismatch');
  });
});
