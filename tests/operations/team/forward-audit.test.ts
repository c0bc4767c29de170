import { expect, test, vi } from 'vitest';
import type { AuditEntry } from '#lib/core/vocabulary/team/audit.ts';
import { createMetrics, type Metrics } from '#lib/observe/metrics.ts';
import { createAuditForwarder } from '#lib/operations/team/forward-audit.ts';
import { openMemoryStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { isoAfter, newId } from '#tests/contracts/samples.ts';
import { readMetrics } from '#tests/support/read-metrics.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';

function begin({ url }: Pick<WebhookReceiver, 'url'>, token: string | null = 'the token') {
  let nowMs = Date.now();
  const stores = openMemoryStores({ nowMs: () => nowMs });
  const config = { auditSink: { url, token } } as Parameters<typeof createAuditForwarder>[0]['config'];
  return {
    stores,
    open: (metrics = createMetrics({ tools: [], models: [] })) =>
      createAuditForwarder({ stores, config, metrics, newId, nowMs: () => nowMs }),
    pass(milliseconds: number) {
      nowMs += milliseconds;
    },
    add: (detail: string, timestamp = isoAfter(0)) =>
      stores.audit.append({
        ...{ timestamp, action: 'share.created', by: { id: 'mem_a', name: 'Ada' } },
        ...{ subject: null, detail, network: null },
      }),
  };
}
/** A process with metrics of its own. `read`: how many entries it reports as unsent; `NaN`: it does not know. */
function openCounted(open: (metrics: Metrics) => ReturnType<typeof createAuditForwarder>) {
  const metrics = createMetrics({ tools: [], models: [] });
  const forwarder = open(metrics);
  const present = {
    ...{ pendingConversations: 0, conversationsWithoutRunner: 0, entriesSetAside: 0, openStreams: 0 },
    runners: null,
  };
  const read = async () =>
    readMetrics((await metrics.print(present)).replaceAll(' Nan', ' NaN')).sum(
      'vitrine_audit_entries_unsent',
    );
  return { forwarder, read };
}
const detailsIn = ({ received }: WebhookReceiver): string[][] =>
  received.map(({ body }) =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditEntry).detail),
  );

test('what is new is sent in order, once, and nothing from before there was a sink', async () => {
  const sink = await startWebhookReceiver();
  const { add, open } = begin(sink);
  await add('before');
  const forwarder = open();
  await forwarder.forward();
  expect(sink.received).toEqual([]);
  await add('one');
  await add('two');
  await forwarder.forward();
  await forwarder.forward();
  await add('three');
  await forwarder.forward();
  expect(detailsIn(sink)).toEqual([['one', 'two'], ['three']]);
  expect(sink.received[0]?.headers).toMatchObject({
    ...{ authorization: 'Bearer the token', 'content-type': 'application/x-ndjson' },
  });
  expect(JSON.parse(sink.received[1]?.body ?? '')).toMatchObject({
    action: 'share.created',
    by: { name: 'Ada' },
  });
});

test('what the sink does not take is sent again, and what it took is not', async () => {
  const sink = await startWebhookReceiver((index, response) =>
    response.writeHead([204, 500, 302][index] ?? 204, index === 2 ? { Location: '/elsewhere' } : {}).end(),
  );
  const { add, open } = begin(sink);
  const forwarder = open();
  await forwarder.forward();
  await add('one');
  await forwarder.forward();
  await add('two');
  await expect(forwarder.forward()).rejects.toThrow('VITRINE_AUDIT_URL answered 500');
  await add('three');
  // It is not followed elsewhere.
  await expect(forwarder.forward()).rejects.toThrow('VITRINE_AUDIT_URL does not answer');
  await forwarder.forward();
  expect(detailsIn(sink)).toEqual([['one'], ['two'], ['two', 'three'], ['two', 'three']]);
  expect(sink.received.map(({ path }) => path)).toEqual(['/', '/', '/', '/']);
});

test('of two processes one sends, and the other once that has ended', async () => {
  const sink = await startWebhookReceiver();
  const { add, open, pass } = begin(sink, null);
  const [first, second] = [open(), open()];
  await first.forward();
  await add('one');
  await second.forward();
  expect(sink.received).toEqual([]);
  await first.forward();
  await add('two');
  pass(60_000);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  await second.forward();
  expect(detailsIn(sink)).toEqual([['one'], ['two']]);
  expect(sink.received[0]?.headers.authorization).toBeUndefined();
});

test('many entries go in several requests; a position that is gone resends no more than some minutes', async () => {
  const sink = await startWebhookReceiver();
  const { stores, add, open } = begin(sink);
  const forwarder = open();
  await forwarder.forward();
  for (let count = 0; count < 501; count += 1) await add(String(count));
  await forwarder.forward();
  expect(detailsIn(sink).map((details) => details.length)).toEqual([500, 1]);
  await add('old', isoAfter(-3_600_000));
  await add('new');
  await stores.settings.change({ auditForwarded: { id: 'gone', timestamp: isoAfter(0) } });
  await forwarder.forward();
  expect(detailsIn(sink).at(-1)).toEqual(['new']);
});

test('a sink that takes its time is not sent the same twice', async () => {
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  const { promise: leave, resolve: answer } = Promise.withResolvers<void>();
  const sink = await startWebhookReceiver((_, response) => {
    isAsked();
    void leave.then(() => response.writeHead(204).end());
  });
  const { add, open } = begin(sink);
  const forwarder = open();
  await forwarder.forward();
  await add('one');
  const first = forwarder.forward();
  await asked;
  const second = forwarder.forward();
  answer();
  await Promise.all([first, second]);
  await forwarder.forward();
  expect(detailsIn(sink)).toEqual([['one']]);
});

test('what waits is counted: more while the sink refuses, none once it has taken all', async () => {
  const sink = await startWebhookReceiver((index, response) =>
    response.writeHead(index < 2 ? 503 : 204).end(),
  );
  const { add, open } = begin(sink);
  const { forwarder, read } = openCounted(open);
  expect(await read()).toBeNaN();
  await forwarder.forward();
  expect(await read()).toBe(0);
  await add('one');
  await expect(forwarder.forward()).rejects.toThrow('503');
  expect(await read()).toBe(1);
  await add('two');
  await add('three');
  await expect(forwarder.forward()).rejects.toThrow('503');
  expect(await read()).toBe(3);
  await forwarder.forward();
  expect(await read()).toBe(0);
});

test('of a backlog that goes in several requests what was taken no longer counts', async () => {
  const sink = await startWebhookReceiver((index, response) =>
    response.writeHead(index === 0 ? 204 : 503).end(),
  );
  const { add, open } = begin(sink);
  const { forwarder, read } = openCounted(open);
  await forwarder.forward();
  for (let count = 0; count < 502; count += 1) await add(String(count));
  await expect(forwarder.forward()).rejects.toThrow('503');
  expect(await read()).toBe(2);
});

test('a process that another one has followed no longer counts what waits', async () => {
  const sink = await startWebhookReceiver((_, response) => response.writeHead(503).end());
  const { add, open, pass } = begin(sink);
  const [first, second] = [openCounted(open), openCounted(open)];
  await first.forwarder.forward();
  await add('one');
  await expect(first.forwarder.forward()).rejects.toThrow('503');
  await second.forwarder.forward();
  expect([await first.read(), await second.read()]).toEqual([1, Number.NaN]);
  pass(60_000);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  await expect(second.forwarder.forward()).rejects.toThrow('503');
  await first.forwarder.forward();
  expect([await first.read(), await second.read()]).toEqual([Number.NaN, 1]);
});

test('where there is no sink nothing waits for one', async () => {
  const { stores, add } = begin({ url: '' });
  const config = { auditSink: null } as Parameters<typeof createAuditForwarder>[0]['config'];
  const { forwarder, read } = openCounted((metrics) =>
    createAuditForwarder({ stores, config, metrics, newId, nowMs: Date.now }),
  );
  await add('one');
  await forwarder.forward();
  expect(await read()).toBe(0);
});
