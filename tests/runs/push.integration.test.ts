import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { PushMessage } from '#lib/core/vocabulary/notifications/push-message.ts';
import { standardNotifications } from '#lib/core/vocabulary/profile/preferences.ts';
import type { MemberRecord } from '#lib/core/vocabulary/team/member.ts';
import type { MemberCall } from '#lib/operations/member-call.ts';
import { addPushSubscription } from '#lib/operations/profile/push-subscriptions.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createServices, type Services } from '#lib/services.ts';
import { changeLimits } from '../support/change-limits.ts';
import { until } from '../support/conversations.ts';
import { openPush, type PushBrowser, pushBrowser } from '../support/push-browser.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { type ReceivedHook, startWebhookReceiver } from '../support/webhook-receiver.ts';

changeLimits({ deliveryRetryMs: 1, deliveryAttempts: 4, pushMs: 300, pushSubscriptions: 2 });

const callOf = (services: Services, member = services.localMember): MemberCall => ({
  ...{ services, member },
  origin: { address: null, network: null } as unknown as MemberCall['origin'],
});
const read = ({ bytes }: ReceivedHook, browser: PushBrowser): PushMessage =>
  JSON.parse(openPush(bytes, browser));

async function begin(answer?: Parameters<typeof startWebhookReceiver>[0]) {
  const service = await startWebhookReceiver(answer);
  const stage = await startRunStage(() => ({ text: 'The secret is out' }));
  const browser = pushBrowser(`${service.url}/wpush/v2/abc?x=1`);
  const { id } = await addPushSubscription(callOf(stage.services), browser, 'Firefox on Linux');
  const browsers = () => stage.services.stores.pushSubscriptions.listOf('local');
  return { ...stage, service, browser, id, browsers };
}

test('a run that ended is sent to the browser of whose it was, so that only it can read it', async () => {
  const { ask, service, browser, conversation, services } = await begin((_, response) =>
    response.writeHead(201).end(),
  );
  await ask('Find the reason');
  await until('a message', async () => (service.received.length > 0 ? true : undefined));
  const [message] = service.received;
  if (!message) throw new Error('none');
  expect(message.path).toBe('/wpush/v2/abc?x=1');
  expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' });
  expect(message.body).not.toMatch(/run|reason|conv/);
  const pushed = read(message, browser);
  expect(pushed).toMatchObject({ kind: 'run_ended', title: 'Your run is done', body: '' });
  expect(pushed.path).toMatch(new RegExp(`^/c/${conversation.id}#msg_`));
  await services.notifications.close();
  expect(service.received).toHaveLength(1);
});

test('this server identifies itself with the key that browsers subscribe with, for this push service alone', async () => {
  const { ask, service, services } = await begin();
  await ask('x');
  await until('a message', async () => (service.received.length > 0 ? true : undefined));
  const [, token = '', key = ''] =
    /^vapid t=(\S+), k=(\S+)$/.exec(service.received[0]?.headers.authorization ?? '') ?? [];
  expect(key).toBe(services.notifications.pushKey());
  const point = Buffer.from(key, 'base64url');
  expect([point.length, point[0]]).toEqual([65, 4]);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isGenuine).toBe(true);
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(aud).toBe(service.url);
  // RFC 8292: at most a day.
  expect(exp - Date.now() / 1_000).toBeLessThan(86_400);
  expect(sub).toMatch(/^https:/);
});

test('what was written is shown only to a member who wants it', async () => {
  const { ask, service, browser, services } = await begin();
  await services.stores.preferences.change('local', {
    notifications: { ...standardNotifications, withText: true },
  });
  await ask('Find the reason');
  await until('a message', async () => (service.received.length > 0 ? true : undefined));
  expect(read(service.received[0] as ReceivedHook, browser).body).toBe('Find the reason');
});

test('what a member does not want is not sent', async () => {
  const { ask, service, services } = await begin();
  const { kinds } = standardNotifications;
  await services.stores.preferences.change('local', {
    notifications: { withText: false, kinds: { ...kinds, run_ended: { push: false, sound: true } } },
  });
  await ask('x');
  await services.notifications.close();
  expect(service.received).toEqual([]);
});

test.for([404, 410, 403, 400])('a browser whose push service answers %d is forgotten', async (status) => {
  const { ask, service, browsers } = await begin((_, response) => response.writeHead(status).end());
  await ask('x');
  await until('that it is forgotten', async () => ((await browsers()).length === 0 ? true : undefined));
  expect(service.received).toHaveLength(1);
});

test('a push service that fails, hangs or redirects is asked again, with the same words, a bounded number of times', async () => {
  const { ask, service, browser, browsers, services } = await begin((index, response) => {
    if (index === 0) response.writeHead(503).end();
    else if (index === 1) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    else if (index > 2) response.writeHead(429).end();
  });
  await ask('x');
  await until('four attempts', async () => (service.received.length === 4 ? true : undefined));
  await until('the end', async () =>
    (await services.stores.deliveries.nextDueMs()) === null ? true : undefined,
  );
  const read4 = service.received.map((message) => read(message, browser));
  expect(new Set(read4.map((message) => JSON.stringify(message))).size).toBe(1);
  expect(await browsers()).toHaveLength(1);
});

test('a browser subscribes once, and no more of them than may be', async () => {
  const { services, browser, id, browsers } = await begin();
  const again = await addPushSubscription(callOf(services), browser, 'Firefox on Linux');
  expect(again.id).toBe(id);
  const add = (path: string) => addPushSubscription(callOf(services), pushBrowser(path), 'Chrome');
  await add('http://127.0.0.1:1/b');
  await expect(add('http://127.0.0.1:1/c')).rejects.toMatchObject({ code: 'not_possible' });
  expect(await browsers()).toHaveLength(2);
});

describe('where members sign in', () => {
  const at = '2026-03-01T12:00:00.000Z';
  const record = (id: string, name: string): MemberRecord => ({
    ...{ id, name, email: null, role: 'member', createdAt: at, lastSeenAt: null, removedAt: null, epoch: 1 },
  });
  async function team() {
    const service = await startWebhookReceiver();
    const services = createServices({
      ...readConfig({
        ...{
          VITRINE_DATA_DIR: tempFolder(),
          VITRINE_WORKSPACES: tempFolder(),
          LOG_LEVEL: 'silent',
          VITRINE_EXEC: 'off',
        },
        ...{ VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'https://chat.example' },
      }),
      webhookOrigins: [service.url],
    });
    const [ada, bo, cy] = [record('m-ada', 'Ada'), record('m-bo', 'Bo'), record('m-cy', 'Cy')];
    await services.stores.members.change(() => [ada, bo, cy]);
    const browsers = new Map<string, PushBrowser>();
    for (const member of [ada, bo, cy]) {
      const browser = pushBrowser(`${service.url}/${member.id}`);
      browsers.set(member.id, browser);
      await addPushSubscription(callOf(services, member), browser, 'Chrome');
    }
    return { service, services, ada, bo, cy, browsers };
  }
  const mention = (of: readonly MemberRecord[], by: MemberRecord) =>
    durableEvent(
      'user.message',
      {
        ...{ messageId: 'msg_m', runId: null, content: 'the plan', attachments: [] },
        author: { id: by.id, name: by.name },
        mentions: of.map(({ id, name }) => ({ id, name })),
      },
      at,
    );

  test('a mention reaches those who are mentioned and may read it, and nobody else', async () => {
    const { service, services, ada, bo, cy, browsers } = await team();
    const conversation = await createConversation(services, ada, {});
    await services.stores.conversations.update(conversation.id, { audience: [bo.id] });
    await services.stores.events.append(conversation.id, [mention([bo, cy], ada)]);
    await until('a message', async () => (service.received.length > 0 ? true : undefined));
    await services.shutDown();
    expect(service.received.map(({ path }) => path)).toEqual(['/m-bo']);
    const pushed = read(service.received[0] as ReceivedHook, browsers.get(bo.id) as PushBrowser);
    expect(pushed).toMatchObject({ title: 'Ada mentioned you', body: '', kind: 'mention' });
  });

  test('whoever was removed is not notified', async () => {
    const { service, services, ada, bo } = await team();
    const conversation = await createConversation(services, ada, {});
    await services.stores.members.change(() => [{ ...bo, removedAt: at }]);
    await services.stores.events.append(conversation.id, [mention([bo], ada)]);
    await services.shutDown();
    expect(service.received).toEqual([]);
  });

  test.for(['https://127.0.0.1/x', 'http://push.example/x', 'https://[::1]/x', 'https://169.254.169.254/'])(
    'an endpoint at %s is refused',
    async (endpoint) => {
      const { services, ada } = await team();
      const adding = addPushSubscription(callOf(services, ada), pushBrowser(endpoint), 'Chrome');
      await expect(adding).rejects.toMatchObject({ code: 'invalid_request' });
      await services.shutDown();
    },
  );
});
