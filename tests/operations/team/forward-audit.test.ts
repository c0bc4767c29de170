import { expect, test, vi } from 'vitest';
import type { AuditEntry } from '#lib/core/vocabulary/team/audit.ts';
import { createAuditForwarder } from '#lib/operations/team/forward-audit.ts';
import { openMemoryStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { isoAfter, newId } from '#tests/contracts/samples.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';

function begin({ url }: Pick<WebhookReceiver, 'url'>, token: string | null = 'the token') {
  let nowMs = Date.now();
  const stores = openMemoryStores({ nowMs: () => nowMs });
  const config = { auditSink: { url, token } } as Parameters<typeof createAuditForwarder>[0]['config'];
  return {
    stores,
    open: () => createAuditForwarder({ stores, config, newId, nowMs: () => nowMs }),
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
