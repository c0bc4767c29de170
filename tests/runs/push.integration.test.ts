import { createPublicKey, verify } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { PushMessage } from '#lib/core/vocabulary/notifications/push-message.ts';
import { type PreferencesChange, toStoredPreferences } from '#lib/core/vocabulary/profile/preferences.ts';
import type { MemberRecord } from '#lib/core/vocabulary/team/member.ts';
import { accessSetting } from '#lib/core/vocabulary/team/workspace-access.ts';
import type { MemberCall } from '#lib/operations/member-call.ts';
import { addPushSubscription, removePushSubscription } from '#lib/operations/profile/push-subscriptions.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { liveSubscriptions } from '#lib/runs/notifications/live-subscriptions.ts';
import { createServices, type Services } from '#lib/services.ts';
import { endSessions } from '#lib/team/members.ts';
import { beginSession } from '#lib/team/sessions.ts';
import { changeLimits } from '../support/change-limits.ts';
import { until } from '../support/conversations.ts';
import { openPush, type PushBrowser, pushBrowser } from '../support/push-browser.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';
import {
  type ReceivedHook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

changeLimits({
  deliveryRetryMs: 1,
  deliveryAttempts: 4,
  pushMs: 300,
  pushSubscriptions: 2,
  stoppedBrowsers: 2,
});

const closing: Services[] = [];
afterEach(async () => {
  for (const services of closing.splice(0)) await services.shutDown();
});

const callOf = (services: Services, member = services.localMember): MemberCall => ({
  ...{ services, member },
  origin: { address: null, network: null } as unknown as MemberCall['origin'],
});
const read = ({ bytes }: ReceivedHook, browser: PushBrowser): PushMessage =>
  JSON.parse(openPush(bytes, browser));

const here = { sessionId: null, browser: 'Firefox on Linux' };

async function begin(answer?: Parameters<typeof startWebhookReceiver>[0]) {
  const service = await startWebhookReceiver(answer);
  const stage = await startRunStage(() => ({ text: 'The secret is out' }));
  const browser = pushBrowser(`${service.url}/wpush/v2/abc?x=1`);
  const { id } = await addPushSubscription(callOf(stage.services), browser, here);
  const browsers = () => stage.services.stores.pushSubscriptions.listOf('local');
  const prefer = (change: PreferencesChange) =>
    stage.services.stores.preferences.change('local', toStoredPreferences(change));
  /** Nothing waits and nothing is on its way: what was not sent by now is never sent. */
  const settled = () =>
    until('an empty queue', async () =>
      (await stage.services.stores.pushDeliveries.nextDueMs()) === null ? true : undefined,
    );
  return { ...stage, service, browser, id, browsers, prefer, settled };
}

/** Waits for a number of messages. */
const received = (service: WebhookReceiver, count: number) =>
  until(`${count} messages`, async () => (service.received.length >= count ? true : undefined));

test('a run that ended is sent to the browser of whose it was, so that only it can read it', async () => {
  const { ask, service, browser, conversation, services } = await begin((_, response) =>
    response.writeHead(201).end(),
  );
  await ask('Find the reason');
  await received(service, 1);
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
  await received(service, 1);
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
  const { ask, service, browser, prefer } = await begin();
  await prefer({ notifications: { withText: true } });
  await ask('Find the reason');
  await received(service, 1);
  expect(read(service.received[0] as ReceivedHook, browser).body).toBe('Find the reason');
});

test('what a member does not want is not sent; what they want then is', async () => {
  const { ask, service, prefer, settled } = await begin();
  await prefer({ notifications: { kinds: { run_ended: { push: false } } } });
  await ask('x');
  await prefer({ notifications: { kinds: { run_ended: { push: true } } } });
  await ask('y');
  await received(service, 1);
  await settled();
  expect(service.received).toHaveLength(1);
});

test('what was wanted when it happened, and is not when it is sent again, is not sent again', async () => {
  const { ask, service, prefer, settled } = await begin((_, response) => response.writeHead(503).end());
  await ask('x');
  await received(service, 1);
  await prefer({ notifications: { kinds: { run_ended: { push: false } } } });
  await settled();
  expect(service.received.length).toBeLessThan(4);
});

test.for([404, 410])('a browser whose push service answers %d is forgotten', async (status) => {
  const { ask, service, browsers } = await begin((_, response) => response.writeHead(status).end());
  await ask('x');
  await until('that it is forgotten', async () => ((await browsers()).length === 0 ? true : undefined));
  expect(service.received).toHaveLength(1);
});

test.for([400, 401, 403, 413])(
  'a message that is refused with %d is given up, and the browser gets the next one',
  async (status) => {
    const { ask, service, browsers, settled } = await begin((index, response) =>
      response.writeHead(index === 0 ? status : 201).end(),
    );
    await ask('x');
    await received(service, 1);
    await settled();
    expect(await browsers()).toHaveLength(1);
    await ask('y');
    await received(service, 2);
  },
);

test('a push service that fails, hangs or redirects is asked again, with the same words, a bounded number of times', async () => {
  const { ask, service, browser, browsers, settled } = await begin((index, response) => {
    if (index === 0) response.writeHead(503).end();
    else if (index === 1) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    else if (index > 2) response.writeHead(429).end();
  });
  await ask('x');
  await received(service, 4);
  await settled();
  const messages = service.received.map((message) => JSON.stringify(read(message, browser)));
  expect(messages).toHaveLength(4);
  expect(new Set(messages).size).toBe(1);
  expect(await browsers()).toHaveLength(1);
});

test('a test is sent at once, beside whatever waits, and answers how each browser took it', async () => {
  const { services, service } = await begin((_, response) => response.writeHead(403).end());
  const tested = await services.notifications.tryPush('local', {
    ...{ kind: 'test', title: 'Notifications work', body: '', path: '/you' },
  });
  expect(tested).toEqual([{ browser: 'Firefox on Linux', outcome: 'refused' }]);
  expect(service.received).toHaveLength(1);
  expect(await services.stores.pushDeliveries.nextDueMs()).toBeNull();
});

test('a browser that was stopped does not go on by itself, until it is allowed again', async () => {
  const { services, browser, id, browsers } = await begin();
  const again = (renews: boolean) => addPushSubscription(callOf(services), browser, { ...here, renews });
  await again(true);
  await removePushSubscription(callOf(services), id);
  await expect(again(true)).rejects.toMatchObject({ code: 'not_possible' });
  expect(await browsers()).toEqual([]);
  await again(false);
  await again(true);
  expect(await browsers()).toHaveLength(1);
});

test('what was never there, and many that were stopped, take no room among the preferences', async () => {
  const { services, browser, id } = await begin();
  const call = callOf(services);
  await expect(removePushSubscription(call, 'push_unknown')).rejects.toMatchObject({ code: 'not_found' });
  const ids: string[] = [];
  await removePushSubscription(call, id);
  for (const name of ['a', 'b', 'c']) {
    const other = { ...browser, endpoint: `${browser.endpoint}/${name}` };
    ids.push((await addPushSubscription(call, other, here)).id);
    await removePushSubscription(call, ids.at(-1) ?? '');
  }
  const stored = await services.stores.preferences.get(call.member.id);
  const marks = Object.keys(stored).filter((name) => name.startsWith('push.'));
  expect(marks).toHaveLength(2);
  expect(marks).toContain(`push.stopped.${ids.at(-1)}`);
});

test('words are left out of what waited, once the member takes leave back', async () => {
  const { ask, service, browser, prefer } = await begin((index, response) =>
    response.writeHead(index === 0 ? 503 : 201).end(),
  );
  await prefer({ notifications: { withText: true } });
  const asking = ask('Find the reason');
  await received(service, 1);
  await prefer({ notifications: { withText: false } });
  await asking;
  await received(service, 2);
  const [first, second] = service.received.map((message) => read(message, browser));
  expect(first?.body).toBe('Find the reason');
  expect(second?.title).toBe(first?.title);
  expect(service.received.length).toBeGreaterThanOrEqual(2);
});

test('a browser subscribes once, and no more of them than may be', async () => {
  const { services, browser, id, browsers } = await begin();
  const again = await addPushSubscription(callOf(services), browser, here);
  expect(again.id).toBe(id);
  const add = (path: string) => addPushSubscription(callOf(services), pushBrowser(path), here);
  await add('http://127.0.0.1:1/b');
  await expect(add('http://127.0.0.1:1/c')).rejects.toMatchObject({ code: 'not_possible' });
  expect(await browsers()).toHaveLength(2);
});

describe('a push service that does not answer', () => {
  changeLimits({ deliveryRetryMs: 600_000, pushMs: 50 });

  test('rests: little is sent to it meanwhile, and others are not kept from theirs', async () => {
    const silent = await startWebhookReceiver(() => undefined);
    const { ask, services, service } = await begin();
    await addPushSubscription(callOf(services), pushBrowser(`${silent.url}/silent`), here);
    for (let round = 1; round <= 4; round += 1) {
      await ask(`round ${round}`);
      await received(service, round);
      await received(silent, 1);
      await until('that it rests', async () =>
        ((await services.stores.pushDeliveries.nextDueMs()) ?? 0) > Date.now() + 100_000 ? true : undefined,
      );
    }
    expect(silent.received).toHaveLength(1);
  });
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
        ...{ VITRINE_DATA_DIR: tempFolder(), VITRINE_WORKSPACES: tempFolder(), LOG_LEVEL: 'silent' },
        ...{ VITRINE_EXEC: 'off', VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'https://chat.example' },
      }),
      pushOrigins: [service.url],
    });
    closing.push(services);
    const [ada, bo, cy] = [record('m-ada', 'Ada'), record('m-bo', 'Bo'), record('m-cy', 'Cy')];
    await services.stores.members.change(() => [ada, bo, cy]);
    const allow = async (member: MemberRecord, endpoint = `${service.url}/${member.id}`) => {
      const browser = pushBrowser(endpoint);
      const sessionId = services.newId('ses');
      await beginSession(services, sessionId, member, null);
      await addPushSubscription(callOf(services, member), browser, { sessionId, browser: 'Firefox' });
      return { browser, sessionId };
    };
    const conversation = await createConversation(services, ada, {});
    let number = 0;
    const mention = async (of: readonly MemberRecord[]) => {
      number += 1;
      const data = {
        ...{ messageId: `msg_${number}`, runId: null, content: 'the plan', attachments: [] },
        author: { id: ada.id, name: ada.name },
        mentions: of.map(({ id, name }) => ({ id, name })),
      };
      await services.stores.events.append(conversation.id, [durableEvent('user.message', data, at)]);
    };
    const paths = () => service.received.map(({ path }) => path);
    return { service, services, ada, bo, cy, allow, conversation, mention, paths };
  }

  test('a mention reaches those who are mentioned and may read it, and nobody else', async () => {
    const { service, services, bo, cy, allow, conversation, mention, paths } = await team();
    const { browser } = await allow(bo);
    await allow(cy);
    await services.stores.conversations.update(conversation.id, { audience: [bo.id] });
    await mention([cy]);
    await mention([bo, cy]);
    await received(service, 1);
    const pushed = read(service.received[0] as ReceivedHook, browser);
    expect(pushed).toMatchObject({ title: 'Ada mentioned you', body: '', kind: 'mention' });
    // Cy is, once they may read it: the marker for what did not come before.
    await services.stores.conversations.update(conversation.id, { audience: 'team' });
    await mention([cy]);
    await received(service, 2);
    expect(paths()).toEqual(['/m-bo', '/m-cy']);
  });

  test('whoever was removed, or may not use the workspace, is not notified', async () => {
    const { service, services, ada, bo, cy, allow, conversation, mention, paths } = await team();
    const dee = record('m-dee', 'Dee');
    await services.stores.members.change(() => [dee, { ...bo, removedAt: at }]);
    for (const member of [bo, cy, dee]) await allow(member);
    const access = { use: { members: [ada.id, dee.id], groups: [] }, run: null };
    await services.stores.settings.change(accessSetting(conversation.workspace, access));
    await mention([bo, cy, dee]);
    await mention([bo, cy, dee]);
    await received(service, 2);
    await until('an empty queue', async () =>
      (await services.stores.pushDeliveries.nextDueMs()) === null ? true : undefined,
    );
    expect(paths()).toEqual(['/m-dee', '/m-dee']);
  });

  test('a browser in which nobody is signed in any more gets nothing, and is forgotten', async () => {
    const { service, services, bo, cy, allow, mention, paths } = await team();
    const { sessionId } = await allow(bo);
    await allow(cy);
    await services.stores.sessions.delete(bo.id, sessionId);
    await mention([bo, cy]);
    await received(service, 1);
    expect(paths()).toEqual(['/m-cy']);
    expect(await services.stores.pushSubscriptions.listOf(bo.id)).toEqual([]);
    // So it is where all sessions were ended at once.
    await endSessions(services, cy.id);
    expect(await liveSubscriptions(services.stores, cy.id, true)).toEqual([]);
  });

  test('a browser notifies one member: whoever allowed it last', async () => {
    const { service, bo, cy, allow, mention } = await team();
    const shared = `${service.url}/shared`;
    await allow(bo, shared);
    const { browser } = await allow(cy, shared);
    await mention([bo]);
    await mention([cy]);
    await received(service, 1);
    expect(read(service.received[0] as ReceivedHook, browser).path).toMatch(/#msg_2$/);
  });

  test.for(['https://127.0.0.1/x', 'http://push.example/x', 'https://[::1]/x', 'https://169.254.169.254/'])(
    'an endpoint at %s is refused',
    async (endpoint) => {
      const { services, ada } = await team();
      const adding = addPushSubscription(callOf(services, ada), pushBrowser(endpoint), here);
      await expect(adding).rejects.toMatchObject({ code: 'invalid_request' });
    },
  );

  test('what the operator allowed for the webhook of the team is not allowed for a push endpoint', async () => {
    const { services, ada } = await team();
    const call = callOf(
      { ...services, config: { ...services.config, webhookOrigins: ['http://10.0.0.5'] } },
      ada,
    );
    const adding = addPushSubscription(call, pushBrowser('http://10.0.0.5/restart'), here);
    await expect(adding).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
