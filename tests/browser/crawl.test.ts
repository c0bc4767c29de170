import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { openEveryView } from '../support/every-view.ts';
import { expectPageHeaders, nonceOf } from '../support/expect-page-headers.ts';
import { setTheme } from '../support/page-actions.ts';
import type { PlainBrowser } from '../support/plain-browser.ts';
import type { Stage } from '../support/stage.ts';
import { linksOf, openEverything, watchPages } from '../support/watch-pages.ts';

const visit = prepareBrowser();
let stage: Stage;
let admin: PlainBrowser;
let conversation: string;
let artifacts: string[];
let shared: string;
let invite: string;

beforeAll(async () => {
  const view = await openEveryView();
  ({ stage, admin, conversation, artifacts } = view);
  const call = async (path: string, body: object, method = 'POST') => {
    const response = await view.server.request(path, { method, body });
    return response.status === 204 ? {} : await response.json();
  };
  await call('/api/settings', { linkShares: true }, 'PATCH');
  shared = `/s/${(await call(`/api/artifacts/${artifacts[1]}/shares`, { audience: 'link' })).token}`;
  invite = new URL((await call('/api/invites', {})).url).pathname;
});
afterAll(async () => await stage?.close());

/** What the browser says of the preview of a page of HTML, in the frame that keeps it from loading and running anything. */
const blockedInPreview =
  /(Content Security Policy directive|script execution in 'about:srcdoc').*\(about:srcdoc\)$/;

/** A browser that is watched. The browser itself complains of a page that is not there: of these paths it may. */
async function openWatched(cookies: Map<string, string>, missing: string[]) {
  const isExpected = (problem: string) =>
    blockedInPreview.test(problem) ||
    (missing.some((path) => problem.includes(`${stage.server.url}${path}`)) && /\b404\b/.test(problem));
  const expects = [/404/, blockedInPreview];
  const { context } = await visit(stage.server.url, { expects, reducedMotion: 'reduce' });
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: stage.server.url })));
  return { context, problems: await watchPages(context, stage.server.url, isExpected) };
}

const nowhere = ['/nothing', `/s/${'a'.repeat(32)}`, `/join/${'a'.repeat(43)}`];

/** Each document is loaded in light; whatever can be opened on it is opened in dark. */
test('an admin’s pages, whatever is opened on them, break no rule and complain of nothing', async () => {
  const missing = [...nowhere, `/c/conv_${'a'.repeat(26)}`];
  const { context, problems } = await openWatched(admin.cookies, missing);
  const page = await context.newPage();
  const panels = artifacts.map((id) => `${conversation}#${id}`);
  const queue = ['/', conversation, ...panels, shared, invite, ...missing];
  const visited = new Set<string>();
  const nonces = new Set<string>();
  const dialogs = new Set<string>();
  const pressed = new Set<string>();
  let documents = 0;
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (visited.has(path)) continue;
    visited.add(path);
    const response = await page.goto(stage.server.url + path);
    // What differs by the hash alone is the same document.
    if (response) {
      documents += 1;
      await expectPageHeaders(response);
      nonces.add(nonceOf(response));
    }
    await untilAwake(page);
    queue.push(...(await linksOf(page)).filter((link) => !visited.has(link)));
    await setTheme(page, 'dark');
    for (const dialog of await openEverything(page, pressed)) dialogs.add(dialog);
  }
  expect([...visited]).toEqual(
    expect.arrayContaining(['/members', '/audit', '/shares', '/savings', '/shares?of=team', shared]),
  );
  expect(nonces.size).toBe(documents);
  expect([...dialogs]).toEqual(expect.arrayContaining(['Keyboard shortcuts', 'Share', 'Who can see this']));
  expect(problems).toEqual([]);
});

test('a stranger’s pages, whatever is opened on them, break no rule and complain of nothing', async () => {
  const { context, problems } = await openWatched(new Map(), nowhere);
  const page = await context.newPage();
  const signIns = ['/', '/sign-in?fault=refused', '/sign-in?fault=provider'];
  for (const path of [...signIns, shared, invite, ...nowhere]) {
    await expectPageHeaders(await page.goto(stage.server.url + path));
    await untilAwake(page);
    await setTheme(page, 'dark');
    await openEverything(page, new Set());
  }
  expect(problems).toEqual([]);
});

test('each kind of offence is noticed', async () => {
  const { context } = await visit(stage.server.url, { expects: [/./] });
  const problems = await watchPages(context, stage.server.url);
  const page = await context.newPage();
  await page.route('**/sign-in', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('</body>', '<script>wasRun = 1</script></body>') });
  });
  await page.goto(`${stage.server.url}/sign-in`);
  await untilAwake(page);
  await page.evaluate(async () => {
    new Image().src = 'https://evil.example/x.png';
    console.warn('a warning');
    console.error('an error');
    setTimeout(() => {
      throw new Error('thrown');
    });
    await fetch('/api/nothing');
    window.open('http://127.0.0.1:9/elsewhere');
  });
  for (const offence of [
    /^policy violation: script-src-elem inline/,
    /^policy violation: img-src https:\/\/evil\.example/,
    /^console warning: a warning/,
    /^console error: an error/,
    /^page error: thrown/,
    /^answered 404: .*\/api\/nothing/,
    /^request elsewhere: http:\/\/127\.0\.0\.1:9\/elsewhere/,
    /^request failed: http:\/\/127\.0\.0\.1:9\/elsewhere/,
  ])
    await eventually(() => problems.some((problem) => offence.test(problem)) || problems).toBe(true);
  expect(await page.evaluate(() => Reflect.get(window, 'wasRun') ?? null)).toBeNull();
});
