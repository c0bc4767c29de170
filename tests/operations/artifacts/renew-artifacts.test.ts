import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { renewArtifacts } from '#lib/operations/artifacts/renew-artifacts.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createServices, type Services } from '#lib/services.ts';
import { storeBytes } from '#tests/contracts/samples.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const hour = 3_600_000;
let services: Services;
let conversation: Conversation;
beforeAll(async () => {
  services = createServices(
    readConfig({ VITRINE_DATA_DIR: tempFolder(), INIT_CWD: tempFolder(), LOG_LEVEL: 'silent' }),
  );
  conversation = await createConversation(services, services.localMember, {});
});
afterAll(() => services.shutDown());

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const store = (createdAt: string, conversationId = conversation.id) =>
  storeBytes(services.stores.artifacts, Buffer.from('bytes\n'), { conversationId, createdAt, title: 'a' });
const expiryOf = async (id: string) => (await services.stores.artifacts.get(id))?.metadata.expiresAt ?? null;
const msLeft = async (id: string) => Date.parse((await expiryOf(id)) ?? '') - Date.now();
/** Lets it end in a minute. */
const nearItsEnd = async (id: string) => {
  await services.stores.artifacts.release(id, () => new Date(Date.now() + 60_000).toISOString());
  return id;
};

test('what a page shows lasts as long from now as a new result, and everybody hears when', async () => {
  const id = await nearItsEnd(await store(ago(0)));
  await renewArtifacts(services, conversation, [id]);
  expect(await msLeft(id)).toBeGreaterThan(25 * 60_000);
  const events = await readLog(services.stores.events, conversation.id);
  expect(events.at(-1)).toMatchObject({
    type: 'artifacts.renewed',
    data: { expiries: { [id]: await expiryOf(id) } },
  });
});

test('no longer than eight hours after it was made', async () => {
  const id = await nearItsEnd(await store(ago(8 * hour - 10 * 60_000)));
  await renewArtifacts(services, conversation, [id]);
  expect(Math.round((await msLeft(id)) / 60_000)).toBe(10);
  const old = await nearItsEnd(await store(ago(9 * hour)));
  const before = await expiryOf(old);
  await renewArtifacts(services, conversation, [old]);
  expect(await expiryOf(old)).toBe(before);
});

test('not what belongs to another conversation, is kept for good, or is not there', async () => {
  const foreign = await nearItsEnd(await store(ago(0), 'conv_other'));
  const kept = await store(ago(0));
  await services.stores.artifacts.keep(kept, () => null);
  const before = await expiryOf(foreign);
  await renewArtifacts(services, conversation, [foreign, kept, 'art_none', '']);
  expect(await expiryOf(foreign)).toBe(before);
  expect(await expiryOf(kept)).toBeNull();
});

test('not where the config says so', async () => {
  const id = await nearItsEnd(await store(ago(0)));
  const before = await expiryOf(id);
  const off = { ...services, config: { ...services.config, renewWhileOpen: false } };
  await renewArtifacts(off, conversation, [id]);
  expect(await expiryOf(id)).toBe(before);
});
