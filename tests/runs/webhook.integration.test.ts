import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { WebhookSettings } from '#lib/core/vocabulary/notifications/webhook.ts';
import { accessSetting } from '#lib/core/vocabulary/team/workspace-access.ts';
import type { MemberCall } from '#lib/operations/member-call.ts';
import { putWebhook, readWebhook, removeWebhook, testWebhook } from '#lib/operations/team/change-webhook.ts';
import { forkConversation } from '#lib/runs/fork-conversation.ts';
import { createServices } from '#lib/services.ts';
import { sampleConversation } from '#tests/contracts/samples.ts';
import { changeLimits } from '../support/change-limits.ts';
import { until } from '../support/conversations.ts';
import { type RunStage, startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { type ReceivedHook, startWebhookReceiver } from '../support/webhook-receiver.ts';

changeLimits({ deliveryRetryMs: 1, deliveryAttempts: 4, webhookMs: 300 });

const callOf = ({ services }: Pick<RunStage, 'services'>): MemberCall => ({
  services,
  member: services.localMember,
  origin: { address: null, network: null } as unknown as MemberCall['origin'],
});
const all: Omit<WebhookSettings, 'url'> = { kinds: ['mention', 'approval', 'run_ended'], withText: true };

async function begin(url: string, settings: Partial<WebhookSettings> = {}) {
  const stage = await startRunStage(() => ({ text: 'ok' }));
  const secret = await putWebhook(callOf(stage), { ...all, url, ...settings });
  return { ...stage, secret: secret ?? '' };
}

const last = (stage: RunStage) => readWebhook(stage.services).then((webhook) => webhook?.last ?? null);
const bodyOf = ({ body }: ReceivedHook) => JSON.parse(body);
/** Computed from the specification, not by the code that signs. */
const expectSigned = ({ headers, body }: ReceivedHook, secret: string) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
};

test('a run that ended is sent once, signed, with the conversation and whose it was', async () => {
  const receiver = await startWebhookReceiver();
  const stage = await begin(`${receiver.url}/hook?team=1`);
  await stage.ask('Find the reason');
  await until('the webhook', async () => (receiver.received.length > 0 ? true : undefined));
  const [hook] = receiver.received;
  if (!hook) throw new Error('none');
  expect(hook.path).toBe('/hook?team=1');
  expectSigned(hook, stage.secret);
  const { id } = stage.conversation;
  expect(bodyOf(hook)).toMatchObject({
    type: 'run_ended',
    data: {
      to: [{ id: 'local', name: 'me' }],
      outcome: 'completed',
      conversation: { id },
      title: 'Find the reason',
    },
  });
  expect(bodyOf(hook).data.conversation.url).toMatch(new RegExp(`/c/${id}#msg_`));
  await until('the outcome', async () => ((await last(stage))?.status === 204 ? true : undefined));
  await stage.services.notifications.close();
  expect(receiver.received).toHaveLength(1);
});

test.for([
  ['without leave', { withText: false }, 'team'],
  ['of a private conversation', { withText: true }, 'private'],
  ['of a workspace that is not open to all', { withText: true }, 'closed'],
] as const)('no words are sent %s', async ([, settings, audience]) => {
  const receiver = await startWebhookReceiver();
  const stage = await begin(receiver.url, settings);
  const { services, conversation } = stage;
  if (audience === 'closed') {
    const access = { use: { members: ['local'], groups: [] }, run: null };
    await services.stores.settings.change(accessSetting(conversation.workspace, access));
  }
  if (audience === 'private') await services.stores.conversations.update(conversation.id, { audience: [] });
  await stage.ask('Find the secret reason');
  await until('the webhook', async () => (receiver.received.length > 0 ? true : undefined));
  expect(receiver.received[0]?.body).not.toMatch(/secret reason|"title"|"text"/);
});

describe('what waits to be sent again', () => {
  /** What the second attempt sends, after a change that was made once the first one had failed; `null`: there was none. */
  async function secondAfter(change: (stage: RunStage, url: string) => Promise<unknown>) {
    const arrived = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    const receiver = await startWebhookReceiver((index, response) => {
      const status = index === 0 ? 500 : 204;
      if (index === 0) arrived.resolve();
      void changed.promise.then(() => response.writeHead(status).end());
    });
    const stage = await begin(receiver.url);
    const asked = stage.ask('Find the secret reason');
    await arrived.promise;
    expect(receiver.received[0]?.body).toContain('secret reason');
    await change(stage, receiver.url);
    changed.resolve();
    // A conversation that was deleted has no log that could say that it ended.
    asked.catch(() => undefined);
    const { deliveries } = stage.services.stores;
    await until('the end of it', async () => (await deliveries.nextDueMs()) === null);
    return receiver.received[1]?.body ?? null;
  }

  test('has no words any longer, once leave is taken back or the conversation is private', async () => {
    const unchanged = await secondAfter(async () => undefined);
    expect(unchanged).toContain('secret reason');
    const withdrawn = await secondAfter((stage, url) =>
      putWebhook(callOf(stage), { ...all, url, withText: false }),
    );
    const nowPrivate = await secondAfter(({ services, conversation }) =>
      services.stores.conversations.update(conversation.id, { audience: [] }),
    );
    for (const body of [withdrawn, nowPrivate]) {
      expect(JSON.parse(body ?? '')).toMatchObject({ type: 'run_ended', data: { outcome: 'completed' } });
      expect(body).not.toMatch(/secret reason|"title"|"text"/);
    }
  });

  test('is not sent at all, once its kind is not wanted or the conversation is deleted', async () => {
    const kinds = ['mention'] as const;
    expect(
      await secondAfter((stage, url) => putWebhook(callOf(stage), { ...all, url, kinds: [...kinds] })),
    ).toBeNull();
    expect(
      await secondAfter(({ services, conversation }) =>
        services.stores.conversations.delete(conversation.id),
      ),
    ).toBeNull();
  });
});

test('a mention is sent with the start of its message, and what is not wanted is not', async () => {
  const receiver = await startWebhookReceiver();
  const stage = await begin(receiver.url, { kinds: ['mention'] });
  const { services, conversation } = stage;
  const mentioning = durableEvent(
    'user.message',
    {
      ...{ messageId: 'msg_m', runId: null, content: `@Bo ${'look '.repeat(200)}`, attachments: [] },
      ...{ author: { id: 'm-ada', name: 'Ada' }, mentions: [{ id: 'm-bo', name: 'Bo' }] },
    },
    new Date().toISOString(),
  );
  await services.stores.events.append(conversation.id, [mentioning]);
  await stage.ask('and this is no mention');
  await services.notifications.close();
  expect(receiver.received.map((hook) => bodyOf(hook).type)).toEqual(['mention']);
  const { data } = bodyOf(receiver.received[0] as ReceivedHook);
  expect(data).toMatchObject({ to: [{ id: 'm-bo' }], by: { id: 'm-ada' } });
  expect(data.text).toMatch(/^@Bo look/);
  expect(data.text.length).toBeLessThanOrEqual(300);
});

test('a fork tells nobody again of what it copies', async () => {
  const receiver = await startWebhookReceiver();
  const stage = await begin(receiver.url);
  const { services, conversation } = stage;
  const now = new Date().toISOString();
  const author = { id: 'm-ada', name: 'Ada' };
  await services.stores.events.append(conversation.id, [
    durableEvent(
      'user.message',
      {
        messageId: 'msg_m',
        runId: null,
        content: '@Bo',
        author,
        attachments: [],
        mentions: [{ id: 'm-bo', name: 'Bo' }],
      },
      now,
    ),
  ]);
  await until('the mention itself', async () => (receiver.received.length > 0 ? true : undefined));
  await forkConversation(services, services.localMember, conversation, 'msg_m');
  await services.notifications.close();
  expect(receiver.received).toHaveLength(1);
});

describe('a webhook that fails', () => {
  test('is sent the same again, until it takes it', async () => {
    const receiver = await startWebhookReceiver((index, response) =>
      response.writeHead(index < 2 ? 500 : 200).end(),
    );
    const stage = await begin(receiver.url);
    await stage.ask('go');
    await until('three attempts', async () => ((await last(stage))?.status === 200 ? true : undefined));
    expect(receiver.received).toHaveLength(3);
    expect(
      new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size,
    ).toBe(1);
    for (const hook of receiver.received) expectSigned(hook, stage.secret);
  });

  test('is given up after so many attempts, and says why', async () => {
    const receiver = await startWebhookReceiver((_, response) => response.writeHead(503).end());
    const stage = await begin(receiver.url);
    await stage.ask('go');
    const { deliveries } = stage.services.stores;
    await until('all attempts', async () => (receiver.received.length === 4 ? true : undefined));
    await until('nothing waits', async () => ((await deliveries.nextDueMs()) === null ? true : undefined));
    expect(await last(stage)).toMatchObject({ status: 503, error: 'It answered 503.' });
  });

  test('with 410 is gone: it is not sent again', async () => {
    const receiver = await startWebhookReceiver((_, response) => response.writeHead(410).end());
    const stage = await begin(receiver.url);
    await stage.ask('go');
    await until('the outcome', async () => ((await last(stage))?.status === 410 ? true : undefined));
    await stage.services.notifications.close();
    expect(await stage.services.stores.deliveries.nextDueMs()).toBeNull();
  });

  test.for([
    ['redirects', (url: string) => ({ status: 307, location: `${url}/elsewhere` }), /could not be reached/],
    ['answers too slowly', () => null, /did not answer within 0.3 seconds/],
  ] as const)('and %s is not followed or waited for', async ([, answer, error]) => {
    const elsewhere = await startWebhookReceiver();
    const receiver = await startWebhookReceiver((_, response) => {
      const answered = answer(elsewhere.url);
      if (answered !== null) response.writeHead(answered.status, { location: answered.location }).end();
    });
    const stage = await begin(receiver.url);
    expect(await testWebhook(callOf(stage))).toMatchObject({
      status: null,
      error: expect.stringMatching(error),
    });
    expect(elsewhere.received).toEqual([]);
  });
});

test('what a process leaves is sent by the next one', async () => {
  const receiver = await startWebhookReceiver();
  const dataDir = tempFolder();
  const config = readConfig({
    VITRINE_DATA_DIR: dataDir,
    VITRINE_WORKSPACES: tempFolder(),
    LOG_LEVEL: 'silent',
    VITRINE_EXEC: 'off',
  });
  const first = createServices(config);
  await putWebhook(callOf({ services: first }), { ...all, url: receiver.url });
  const conversation = sampleConversation();
  await first.stores.conversations.create(conversation);
  await first.stores.deliveries.add({
    id: 'dlv_x',
    attempts: 1,
    dueMs: Date.now() - 1,
    body: '{"type":"test"}',
    webhook: { kind: 'run_ended', conversationId: conversation.id },
  });
  await first.shutDown();
  expect(receiver.received).toEqual([]);
  const second = createServices(config);
  second.notifications.start();
  await until('it', async () => (receiver.received.length > 0 ? true : undefined));
  expect(receiver.received[0]?.headers['webhook-id']).toBe('dlv_x');
  await second.shutDown();
});

test('a removed webhook is sent nothing, not even what waits', async () => {
  const receiver = await startWebhookReceiver((_, response) => response.writeHead(500).end());
  const stage = await begin(receiver.url);
  await stage.ask('go');
  await until('an attempt', async () => (receiver.received.length > 0 ? true : undefined));
  await removeWebhook(callOf(stage));
  const { deliveries } = stage.services.stores;
  await until('nothing waits', async () => ((await deliveries.nextDueMs()) === null ? true : undefined));
  expect(receiver.received.length).toBeLessThan(4);
});

test('the secret is answered once, is new with another address or by wish, and is not readable in the store', async () => {
  const receiver = await startWebhookReceiver();
  const stage = await begin(receiver.url);
  const call = callOf(stage);
  expect(stage.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await putWebhook(call, { ...all, url: receiver.url, withText: false })).toBeNull();
  expect(await putWebhook(call, { ...all, url: receiver.url, newSecret: true })).not.toBe(stage.secret);
  expect(await putWebhook(call, { ...all, url: `${receiver.url}/b` })).toMatch(/^whsec_/);
  expect(JSON.stringify(await stage.services.stores.settings.get())).not.toContain('whsec_');
  expect(JSON.stringify(await readWebhook(stage.services))).not.toMatch(/whsec_|sealed/);
});

describe('for a team', () => {
  const team = async (network: object = {}) => {
    const file = join(tempFolder(), 'vitrine.config.json');
    writeFileSync(file, JSON.stringify({ network }));
    return await startRunStage(() => ({ text: 'ok' }), {
      environment: {
        VITRINE_SIGN_IN: 'invites',
        VITRINE_BASE_URL: 'https://vitrine.example.com',
        VITRINE_CONFIG: file,
      },
    });
  };

  test.for([
    'http://hooks.example.com/x',
    'https://127.0.0.1/x',
    'https://10.1.2.3/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f000001/x',
  ])('%s is refused', async (url) => {
    const stage = await team();
    await expect(putWebhook(callOf(stage), { ...all, url })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await readWebhook(stage.services)).toBeNull();
  });

  test('a name that leads to a private address is not asked', async () => {
    const stage = await team();
    await putWebhook(callOf(stage), { ...all, url: 'https://ip6-localhost.localhost/x' });
    const { status, error } = await testWebhook(callOf(stage));
    expect(status).toBeNull();
    expect(error).toMatch(/could not be reached/);
  });

  test('an origin that the operator names may be private', async () => {
    const receiver = await startWebhookReceiver();
    const stage = await team({ webhookOrigins: [receiver.url] });
    await putWebhook(callOf(stage), { ...all, url: `${receiver.url}/x` });
    expect(await testWebhook(callOf(stage))).toMatchObject({ status: 204, error: null });
    expect(receiver.received).toHaveLength(1);
  });
});
