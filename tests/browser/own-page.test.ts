import type { CDPSession, Page, Worker } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, type Visitor } from '../support/browser.ts';
import { ask, createConversation } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { emptyPng } from '../support/images.ts';
import { smallTargets } from '../support/measure.ts';
import { openPush, pushBrowser } from '../support/push-browser.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const visit = prepareBrowser();
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({ files: { 'notes.txt': 'a note\n' } });
});
afterAll(async () => await stage?.close());

const open = async (path = '/you') => (await visit(stage.server.url)).open(path);
const saved = (page: Page, path: string) =>
  page.waitForResponse((response) => response.url().includes(path) && response.request().method() !== 'GET');

test('what a member chooses holds at once, and in every browser from the first byte', async () => {
  const page = await open();
  await expectAccessible(page);
  const html = page.locator('html');
  const dark = saved(page, '/preferences');
  await page.getByText('Dark', { exact: true }).click();
  await eventually(() => html.getAttribute('data-theme')).toBe('dark');
  await dark;
  await expectAccessible(page);
  const raw = saved(page, '/preferences');
  await page.getByRole('switch', { name: /^Rich formatting/ }).uncheck();
  await raw;
  const dates = saved(page, '/preferences');
  await page.getByLabel('Dates and times').selectOption('en-US');
  await dates;

  const id = await createConversation(stage.server);
  await ask(stage.server, id, 'help');
  const other = await (await visit(stage.server.url, { keepsPreferences: true })).open(`/c/${id}`);
  const response = await other.reload();
  expect(await response?.text()).toContain('data-theme="dark" data-reading="raw" data-dates="en-US"');
  await other
    .getByText(/^\d\d:\d\d [AP]M$/)
    .first()
    .waitFor();
});

test('a single letter does nothing once shortcuts of one letter are off', async () => {
  const page = await open();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await keys.waitFor();
  const off = saved(page, '/preferences');
  await keys.getByRole('switch').uncheck();
  await off;
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  expect(await page.getByRole('switch', { name: /^Single-letter/ }).isChecked()).toBe(false);
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  expect(await keys.count()).toBe(0);
});

test('a picture is shown beside the name until it is removed; one that cannot be drawn is refused', async () => {
  const page = await (await visit(stage.server.url, { expects: [/400 \(Bad Request\)/] })).open('/you');
  const own = page.locator('.picture-field .avatar');
  expect(await own.textContent()).not.toBe('');
  const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#0a6973' } })
    .png()
    .toBuffer();
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Picture', { exact: true }).setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('me.png', photo);
  const image = own.locator('img');
  await eventually(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(256);
  await choose('bomb.png', emptyPng(30_000, 30_000));
  await page.getByRole('alert').getByText('The picture has more than 40 million pixels.').waitFor();
  await choose('page.png', Buffer.from('<html>'));
  await page.getByRole('alert').getByText('The picture is not PNG, JPEG or WebP.').waitFor();
  expect(await image.count()).toBe(1);
  const id = await createConversation(stage.server);
  await ask(stage.server, id, 'help');
  const chat = await open(`/c/${id}`);
  await eventually(() => chat.locator('.who .avatar img').count()).toBe(1);
  await page.getByRole('button', { name: 'Remove' }).click();
  await image.waitFor({ state: 'detached' });
});

test('the settings take the place of the list, and lead back to what was open', async () => {
  const id = await createConversation(stage.server);
  const page = await open(`/c/${id}`);
  await page.getByRole('link', { name: 'Settings' }).click();
  const nav = page.getByRole('navigation', { name: 'Settings' });
  await nav.waitFor();
  expect(await page.getByRole('navigation', { name: 'Conversations' }).count()).toBe(0);
  expect(await nav.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page');
  await nav.getByRole('link', { name: 'API tokens' }).click();
  await eventually(() => nav.getByRole('link', { name: 'API tokens' }).getAttribute('aria-current')).toBe(
    'page',
  );
  await page.getByRole('button', { name: 'New token' }).waitFor();
  await nav.getByRole('link', { name: 'Models' }).click();
  await page.waitForURL(/\/team#models$/);
  await eventually(() => nav.getByRole('link', { name: 'Models' }).getAttribute('aria-current')).toBe('page');
  await nav.getByRole('link', { name: 'Back to conversations' }).click();
  await page.waitForURL(`${stage.server.url}/c/${id}`);
});

test('the former page of the tokens leads to them', async () => {
  const page = await open('/tokens');
  await page.waitForURL(/\/you#tokens$/);
});

test('on a phone everything is within the window and large enough for a finger', async () => {
  const phone = { width: 390, height: 844 };
  const page = await (await visit(stage.server.url, { viewport: phone, hasTouch: true })).open('/you');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  // It scrolls in the window, which does not: a link to a section would else leave a gap below the page.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(phone.height);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }).waitFor();
  expect(await smallTargets(page)).toEqual([]);
});

/** The browser here has no push service: what it would answer comes from the test, and what is sent is passed on by hand. */
async function openWithPush() {
  const receiver = await startWebhookReceiver((_, response) => response.writeHead(201).end());
  const browser = pushBrowser(`${receiver.url}/push`);
  const visitor = await visit(stage.server.url);
  await visitor.context.grantPermissions(['notifications'], { origin: stage.server.url });
  await visitor.context.addInitScript(
    ({ endpoint, keys }) => {
      let options: PushSubscriptionOptionsInit | null = null;
      const subscription = () =>
        options && {
          endpoint,
          options: { applicationServerKey: bytesOf(String(options.applicationServerKey)) },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            options = null;
            return true;
          },
        };
      const bytesOf = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
          .buffer;
      // Headless Chromium calls it denied until it is asked.
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      PushManager.prototype.subscribe = async (wanted) => {
        options = wanted ?? null;
        return subscription() as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => subscription() as unknown as PushSubscription;
    },
    { endpoint: browser.endpoint, keys: browser.keys },
  );
  const page = await visitor.open('/you');
  return { receiver, browser, page, visitor };
}

async function deliver(cdp: CDPSession, page: Page, data: string): Promise<void> {
  let registrationId = '';
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  await eventually(() => registrationId).not.toBe('');
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data,
  });
}

interface Shown {
  title: string;
  options: { body: string; tag: string; data: { path: string } };
}

/** The worker of the page, as the browser runs it. Headless Chromium shows no notifications: what it would show is recorded. */
async function recordingWorker(visitor: Visitor): Promise<Worker> {
  await eventually(() => visitor.context.serviceWorkers().length).toBe(1);
  const [worker] = visitor.context.serviceWorkers();
  if (!worker) throw new Error('there is no service worker');
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(self, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      shown.push({ title, options });
    };
  });
  return worker;
}

const shownBy = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown);

const clickOn = (worker: Worker, { options }: Shown) =>
  worker.evaluate((data) => {
    const event = new Event('notificationclick');
    const notification = { close: () => undefined, data };
    return new Promise<void>((resolve) => {
      const waitUntil = (work: Promise<unknown>) => void work.finally(resolve);
      self.dispatchEvent(Object.assign(event, { notification, waitUntil }));
    });
  }, options.data);

test('a browser that was allowed to shows notifications, until it is stopped', async () => {
  const { receiver, browser, page, visitor } = await openWithPush();
  await page.getByText('No browser shows notifications yet.').waitFor();
  await page.getByRole('button', { name: 'Show them in this browser' }).click();
  const browsers = page.locator('.push-list li');
  await browsers.getByText('This browser').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page
    .getByRole('status')
    .getByText(/^Sent\./)
    .waitFor();
  await eventually(() => receiver.received.length).toBe(1);

  const id = await createConversation(stage.server);
  await ask(stage.server, id, 'help');
  await eventually(() => receiver.received.length).toBe(2);
  const pushed = openPush(receiver.received[1]?.bytes ?? new Uint8Array(), browser);
  const cdp = await visitor.context.newCDPSession(page);
  const worker = await recordingWorker(visitor);
  await deliver(cdp, page, pushed);
  await eventually(() => shownBy(worker)).toHaveLength(1);
  const [shown] = await shownBy(worker);
  expect(shown).toMatchObject({
    title: 'Your run is done',
    options: { body: '', tag: `run_ended /c/${id}` },
  });
  expect(shown?.options.data.path).toMatch(new RegExp(`^/c/${id}#msg_`));

  await page.getByRole('button', { name: /^Stop: / }).click();
  await browsers.first().waitFor({ state: 'detached' });
  await ask(stage.server, id, 'help');
  expect(receiver.received).toHaveLength(2);
});

test('a click on a notification opens its conversation, and nothing elsewhere', async () => {
  const { page, visitor } = await openWithPush();
  await page.getByRole('button', { name: 'Show them in this browser' }).click();
  await page.locator('.push-list li').first().waitFor();
  const id = await createConversation(stage.server);
  const chat = await visitor.open(`/c/${id}`);
  const worker = await recordingWorker(visitor);
  const at = (path: string): Shown => ({ title: '', options: { body: '', tag: '', data: { path } } });
  await clickOn(worker, at('https://evil.example/x'));
  await clickOn(worker, at('//evil.example/x'));
  await clickOn(worker, at(`/c/${id}#msg_x`));
  await eventually(() => new URL(chat.url()).hash).toBe('#msg_x');
  expect(visitor.context.pages().every((one) => one.url().startsWith(stage.server.url))).toBe(true);
});

test('which kinds are notified, and whether with their words, is stored as it is changed', async () => {
  const page = await open();
  const change = async (name: string | RegExp, role: 'checkbox' | 'switch', isOn: boolean) => {
    const done = saved(page, '/preferences');
    await page.getByRole(role, { name }).setChecked(isOn);
    await done;
  };
  await change('A run of mine ended: Browser', 'checkbox', false);
  await change('Somebody mentions me: Sound', 'checkbox', true);
  await change(/^Show the words/, 'switch', true);
  const profile = await (await stage.server.request('/api/profile')).json();
  expect(profile.preferences.notifications).toEqual({
    kinds: {
      mention: { push: true, sound: true },
      approval: { push: true, sound: false },
      run_ended: { push: false, sound: false },
    },
    withText: true,
  });
});

test('the page can be installed: its manifest names icons that are there', async () => {
  const page = await open('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(stage.server.url + href)).json();
  expect(manifest).toMatchObject({ name: 'Vitrine', start_url: '/', display: 'standalone' });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(stage.server.url + src);
    expect(icon.headers()['content-type']).toBe(type);
    if (sizes === 'any') continue;
    const { width, height } = await sharp(await icon.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});
