import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, createConversation, ofType, readEvents, send, until } from '../support/conversations.ts';
import { type EventReader, openEventStream } from '../support/event-stream.ts';
import { type InvitedTeam, openInvitedTeam } from '../support/invited-team.ts';
import { openPlainBrowser, type PlainBrowser } from '../support/plain-browser.ts';

const cookieOf = (browser: PlainBrowser) => ({ Cookie: `vt_s=${browser.cookies.get('vt_s')}` });
/** How often each status came. */
const tally = (statuses: number[]): Record<number, number> =>
  Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((all) => all === one).length]),
  );
const times = (count: number, act: (at: number) => Promise<{ status: number }>): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, async (_, at) => (await act(at)).status));

describe('in a team, on Redis', () => {
  let team: InvitedTeam;
  let [bob, eve]: PlainBrowser[] = [];
  const call: InvitedTeam['call'] = (...asked) => team.call(...asked);
  beforeAll(async () => {
    team = await openInvitedTeam({ store: 'Redis' });
    [bob, eve] = [await team.join('Bob'), await team.join('Eve')];
  });
  afterAll(async () => {
    await team?.close();
  });
  const idOf = async (name: string): Promise<string> =>
    (await call(team.admin, '/api/members')).body.members.find((one: { name: string }) => one.name === name)
      .id;

  test('a page that is not there is a true 404 to a member, to HEAD too; a stranger learns no more', async () => {
    const unknown = [`/c/conv_${'a'.repeat(26)}`, `/s/${'a'.repeat(32)}`, `/join/${'a'.repeat(43)}`, '/x'];
    const other = openPlainBrowser();
    for (const path of unknown)
      for (const method of ['GET', 'HEAD']) {
        expect((await call(bob as PlainBrowser, path, { method })).status, path).toBe(404);
        // Which conversations there are is told to nobody who has not signed in.
        const wanted = path.startsWith('/c/') ? 307 : 404;
        expect((await call(other, path, { method })).status, path).toBe(wanted);
      }
    expect((await call(bob as PlainBrowser, '/audit')).status).toBe(404);
  });

  test('20 streams are open for a member; the next is refused, and nobody else is', async () => {
    const member = bob as PlainBrowser;
    const { id } = (await call(member, '/api/conversations', { method: 'POST', body: {} })).body;
    const url = `${team.servers[0]?.url}/api/conversations/${id}/events`;
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => openEventStream(url, cookieOf(member))),
    );
    expect(tally(streams.map(({ status }) => status))).toEqual({ 200: 20 });
    const refused = await call(member, `/api/conversations/${id}/events`);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_streams']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const others: EventReader = await openEventStream(url, cookieOf(eve as PlainBrowser));
    expect(others.status).toBe(200);
    for (const stream of [...streams, others]) stream.close();
  });

  test('who guesses IDs is told to wait, and what is there is still given; nobody else waits', async () => {
    const member = bob as PlainBrowser;
    const { id } = (await call(member, '/api/conversations', { method: 'POST', body: {} })).body;
    const other = id.at(-4) === 'a' ? 'b' : 'a';
    const guess = (at: number) =>
      `${id.slice(0, -4)}${other}${String(at).padStart(3, 'a').replaceAll(/\d/g, digit)}`;
    const digit = (sign: string) => String.fromCharCode(97 + Number(sign));
    const statuses: number[] = [];
    // Not all at once: on a busy machine the store would be too slow for some of them, which then count for nothing.
    for (let from = 0; from < 320; from += 32)
      statuses.push(...(await times(32, (at) => call(member, `/api/conversations/${guess(from + at)}`))));
    expect(Object.keys(tally(statuses))).toEqual(['404', '429']);
    const waiting = await call(member, `/api/artifacts/art_${'a'.repeat(26)}`);
    expect([waiting.status, waiting.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call(member, `/api/conversations/${id}`)).status).toBe(200);
    expect((await call(eve as PlainBrowser, `/api/artifacts/art_${'a'.repeat(26)}`)).status).toBe(404);
  });

  test('so many messages a minute are taken of a member, wherever they write; others are not kept waiting', async () => {
    const member = await team.join('Flo');
    const write = async (browser: PlainBrowser) => {
      const { id } = (await call(browser, '/api/conversations', { method: 'POST', body: {} })).body;
      return await call(browser, `/api/conversations/${id}/messages`, {
        method: 'POST',
        body: { text: 'help' },
      });
    };
    const statuses: number[] = [];
    for (let at = 0; at < 32; at += 1) statuses.push((await write(member)).status);
    expect(statuses).toEqual([...Array(30).fill(202), 429, 429]);
    expect((await write(eve as PlainBrowser)).status).toBe(202);
  });

  test('so many sign-ins a minute are begun from one address', async () => {
    const [hasty, calm] = [openPlainBrowser(), openPlainBrowser()];
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await call(hasty, '/api/auth/sign-in')).status);
      statuses.push((await call(hasty, '/api/auth/callback?state=x&state=y&code=z')).status);
    }
    expect(statuses).toEqual([...Array(20).fill(303), 429, 429]);
    expect((await call(calm, '/api/auth/sign-in')).status).toBe(303);
  });

  test('what many say at once is queued in one order, which is everybody’s', async () => {
    const people = [team.admin, eve as PlainBrowser];
    const id = await createConversation(team.as(team.admin));
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, at) => send(team.as(people[at % 2] as PlainBrowser), id, `said ${at}`)),
    );
    const seen = await Promise.all(
      people.map(async (browser) => {
        const events = await until('all runs to end', async () => {
          const all = await readEvents(team.as(browser), id);
          return ofType(all, 'run.finished').length === 8 && all;
        });
        return events;
      }),
    );
    expect(seen[1]).toEqual(seen[0]);
    const messages = ofType(seen[0] ?? [], 'user.message').map(({ data }) => data);
    expect(new Set(messages.map(({ messageId }) => messageId))).toEqual(
      new Set(sent.map(({ messageId }) => messageId)),
    );
    expect(tally(messages.map(({ author }) => Number(author.name === 'Ada')))).toEqual({ 0: 4, 1: 4 });
    const started = ofType(seen[0] ?? [], 'run.started').map(({ data }) => data.messageId);
    expect(started).toEqual(messages.map(({ messageId }) => messageId));
  });

  test('what somebody shared who is removed stays listed to admins, who end it', async () => {
    const gus = await team.join('Gus');
    const id = await createConversation(team.as(gus));
    await ask(team.as(gus), id, 'list lib/core');
    const [call1] = ofType(await readEvents(team.as(gus), id), 'tool.execution_complete');
    const path = `/api/artifacts/${call1?.data.toolTelemetry.artifactId}/shares`;
    const created = await call(gus, path, { method: 'POST', body: { audience: 'team' } });
    expect(created.status).toBe(201);
    await call(team.admin, `/api/members/${await idOf('Gus')}`, { method: 'DELETE' });
    expect((await call(gus, `/s/${created.body.token}`)).status).toBe(404);
    const { shares } = (await call(team.admin, '/api/shares?of=team')).body;
    expect(shares.find((one: { id: string }) => one.id === created.body.id)).toMatchObject({
      createdBy: { name: 'Gus' },
    });
    expect((await call(team.admin, '/shares?of=team')).body).toContain('Gus');
    expect((await call(team.admin, `/api/shares/${created.body.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await call(team.admin, `/s/${created.body.token}`)).status).toBe(404);
  });
});
