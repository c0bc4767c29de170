import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, createConversation, ofType, readEvents, until } from '../support/conversations.ts';
import { type InvitedTeam, openInvitedTeam } from '../support/invited-team.ts';
import type { PlainBrowser } from '../support/plain-browser.ts';
import type { StoreName } from '../support/stage.ts';

describe.each<StoreName>(['SQLite', 'Redis'])('what is unread, over %s', (store) => {
  let team: InvitedTeam;
  let bo: PlainBrowser;
  let boId: string;
  beforeAll(async () => {
    team = await openInvitedTeam({ store });
    bo = await team.join('Bo');
    const { body } = await team.call(bo, '/api/members');
    boId = body.members.find(({ name }: { name: string }) => name === 'Bo').id;
  });
  afterAll(async () => await team?.close());

  const listed = async (browser: PlainBrowser, id: string) => {
    const { body } = await team.call(browser, '/api/conversations');
    const found = body.conversations.find((one: { id: string }) => one.id === id);
    return found && { isUnread: found.unreadCount > 0, isMentioned: found.isMentioned };
  };
  const [unread, mentioned, read] = [
    { isUnread: true, isMentioned: false },
    { isUnread: true, isMentioned: true },
    { isUnread: false, isMentioned: false },
  ];
  const untilListed = (browser: PlainBrowser, id: string, as: object) =>
    until(JSON.stringify(as), async () => JSON.stringify(await listed(browser, id)) === JSON.stringify(as));
  const readAll = async (browser: PlainBrowser, id: string) => {
    const events = await readEvents(team.as(browser), id);
    const cursor = events.at(-1)?.id ?? '';
    return await team.call(browser, `/api/conversations/${id}/read`, { method: 'PUT', body: { cursor } });
  };

  test('an answer is unread for all, also for who asked, until each has read it', async () => {
    const id = await createConversation(team.as(team.admin));
    expect(await listed(bo, id)).toEqual(read);
    await ask(team.as(team.admin), id, 'help');
    for (const browser of [team.admin, bo]) await untilListed(browser, id, unread);
    expect((await readAll(bo, id)).status).toBe(204);
    expect([await listed(team.admin, id), await listed(bo, id)]).toEqual([unread, read]);
    const again = { method: 'PUT', body: { cursor: 'x' } };
    expect((await team.call(team.admin, `/api/conversations/${id}/read`, again)).status).toBe(204);
    expect(await listed(team.admin, id)).toEqual(unread);
    const forged = { method: 'PUT', body: { cursor: '1', memberId: boId } };
    expect((await team.call(team.admin, `/api/conversations/${id}/read`, forged)).status).toBe(400);
  });

  test('who is called by name is told so, and nobody can be called who is not named in the text', async () => {
    const server = team.as(team.admin);
    const id = await createConversation(server);
    await ask(server, id, 'look, @bo, and @Nobody, and ada@Bo');
    await untilListed(bo, id, mentioned);
    const [message] = ofType(await readEvents(server, id), 'user.message');
    expect(message?.data.mentions).toEqual([{ id: boId, name: 'Bo' }]);
    const body = { text: 'help', mentions: [{ id: boId, name: 'Bo' }] };
    const forged = await team.call(team.admin, `/api/conversations/${id}/messages`, { method: 'POST', body });
    expect(forged.status).toBe(400);
    await readAll(bo, id);
    await ask(server, id, 'help');
    await untilListed(bo, id, unread);
  });

  test('a private conversation calls nobody who may not read it, and tells them nothing', async () => {
    const server = team.as(team.admin);
    const created = await server.request('/api/conversations', { method: 'POST', body: { audience: [] } });
    const { id } = await created.json();
    await ask(server, id, 'about @Bo');
    const [message] = ofType(await readEvents(server, id), 'user.message');
    expect(message?.data.mentions).toBeUndefined();
    expect(await listed(bo, id)).toBeUndefined();
    const mark = { method: 'PUT', body: { cursor: '1' } };
    expect((await team.call(bo, `/api/conversations/${id}/read`, mark)).status).toBe(404);
  });

  test('who comes later finds nothing unread of what was before them', async () => {
    const id = await createConversation(team.as(bo));
    await ask(team.as(bo), id, 'help');
    await untilListed(bo, id, unread);
    const late = await team.join('Cy');
    expect(await listed(late, id)).toEqual(read);
    await ask(team.as(bo), id, 'help');
    await untilListed(late, id, unread);
  });
});
