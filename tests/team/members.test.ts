import { expect, test } from 'vitest';
import { changeRole, endSessions, eraseMember, removeMember, restoreMember } from '#lib/team/members.ts';
import { beginSession, findSignedIn } from '#lib/team/sessions.ts';
import { newId } from '../contracts/samples.ts';
import { teamBench } from '../support/team-bench.ts';

const bench = teamBench();
const refused = { code: 'forbidden', message: expect.stringContaining('This is the last admin') };

test('the last admin can be neither demoted nor removed', async () => {
  const admin = await bench().add({ role: 'admin' });
  await bench().add({ role: 'admin', removedAt: new Date().toISOString() });
  await bench().add();
  await expect(changeRole(bench(), admin.id, 'member')).rejects.toMatchObject(refused);
  await expect(removeMember(bench(), admin.id)).rejects.toMatchObject(refused);
  expect(await bench().stores.members.get(admin.id)).toEqual(admin);
});

test('if two admins resign at once, one remains', async () => {
  const admins = [await bench().add({ role: 'admin' }), await bench().add({ role: 'admin' })];
  const ends = await Promise.allSettled(admins.map(({ id }) => changeRole(bench(), id, 'member')));
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a role change applies at once, also to signed-in members', async () => {
  const member = await bench().add();
  const token = await beginSession(bench(), newId('ses'), member, null);
  const { before, after } = await changeRole(bench(), member.id, 'admin');
  expect([before.role, after.role]).toEqual(['member', 'admin']);
  expect((await findSignedIn(bench(), token))?.member.role).toBe('admin');
  await bench().add({ role: 'admin' });
  await changeRole(bench(), member.id, 'member');
  expect((await findSignedIn(bench(), token))?.member.role).toBe('member');
});

test('removing a member ends their sessions, also if they are invited again', async () => {
  const member = await bench().add();
  const token = await beginSession(bench(), newId('ses'), member, null);
  const { after } = await removeMember(bench(), member.id);
  expect(after.removedAt).not.toBeNull();
  expect(await findSignedIn(bench(), token)).toBeNull();
  expect(await bench().stores.sessions.listOf(member.id)).toEqual([]);
  await restoreMember(bench(), member.id);
  expect(await findSignedIn(bench(), token)).toBeNull();
  const restored = await bench().stores.members.get(member.id);
  if (!restored) throw new Error('they are still known');
  const again = await beginSession(bench(), newId('ses'), restored, null);
  expect((await findSignedIn(bench(), again))?.member.id).toBe(member.id);
});

test('removing a member deletes what they sign in to MCP servers with, and nobody else’s', async () => {
  const [member, other] = [await bench().add(), await bench().add()];
  const { credentials } = bench().stores;
  for (const { id } of [member, other]) await credentials.put(id, 'tickets', 'sealed');
  await removeMember(bench(), member.id);
  expect(await credentials.get(member.id, 'tickets')).toBeNull();
  expect(await credentials.get(other.id, 'tickets')).toBe('sealed');
});

test('a session that starts while its member is being removed is invalid', async () => {
  const member = await bench().add();
  await removeMember(bench(), member.id);
  const token = await beginSession(bench(), newId('ses'), member, null);
  expect(await findSignedIn(bench(), token)).toBeNull();
  await restoreMember(bench(), member.id);
  expect(await findSignedIn(bench(), token)).toBeNull();
});

test('ending all sessions of a member leaves other members’ sessions', async () => {
  const [member, other] = [await bench().add(), await bench().add()];
  const begin = (of: typeof member) => beginSession(bench(), newId('ses'), of, null);
  const [one, two, others] = [await begin(member), await begin(member), await begin(other)];
  await endSessions(bench(), member.id);
  expect(await findSignedIn(bench(), one)).toBeNull();
  expect(await findSignedIn(bench(), two)).toBeNull();
  expect((await findSignedIn(bench(), others))?.member.id).toBe(other.id);
});

test('an unknown member cannot be changed', async () => {
  const id = newId('mem');
  for (const change of [
    changeRole(bench(), id, 'admin'),
    removeMember(bench(), id),
    endSessions(bench(), id),
  ])
    await expect(change).rejects.toMatchObject({ code: 'not_found' });
});

test('erasing a member deletes how far they have read and the mentions of them, and renames the mentions by them', async () => {
  const { stores } = bench();
  const [gone, other] = [
    await bench().add({ name: 'Zoë Quill', formerNames: ['Zoë Sand'] }),
    await bench().add({ name: 'Ada' }),
  ];
  const timestamp = new Date(bench().nowMs()).toISOString();
  const mention = (conversationId: string, by: { id: string | null; name: string }, mentioned: string) =>
    stores.unread.note(conversationId, { eventId: '1', timestamp, by }, [mentioned]);
  await mention('conv_a', gone, other.id);
  await mention('conv_b', { id: null, name: 'Zoë Sand' }, other.id);
  await mention('conv_c', other, gone.id);
  await stores.unread.markRead(gone.id, 'conv_c', '1');
  await stores.unread.markRead(other.id, 'conv_c', '1');
  await removeMember(bench(), gone.id);
  // Whoever is restored finds what they have read.
  expect(await stores.unread.readTo(gone.id, 'conv_c')).toBe('1');

  const broken = { replace: () => Promise.reject(new Error('interrupted')) };
  const interrupted = eraseMember({ ...bench(), stores: { ...stores, memberNames: broken } }, gone.id);
  await expect(interrupted).rejects.toThrow('interrupted');
  expect((await stores.members.get(gone.id))?.erasedAt).toBeUndefined();
  const erased = await eraseMember(bench(), gone.id);

  expect(erased).toMatchObject({ name: 'Former member', erasedAt: expect.any(String) });
  expect(erased.formerNames).toBeUndefined();
  expect(await stores.unread.recordsOf(gone.id)).toEqual({ reads: [], mentions: [] });
  expect(await stores.unread.readersOf('conv_c')).toEqual([{ memberId: other.id, eventId: '1' }]);
  const { mentions } = await stores.unread.recordsOf(other.id);
  const nobody = { id: gone.id, name: 'Former member' };
  expect(mentions.map((one) => one.mention?.by)).toEqual([nobody, nobody]);
});

test('what is stored of a removed member is erased, and they are nobody whose name another may have', async () => {
  const { stores } = bench();
  await bench().add({ role: 'admin' });
  const member = await bench().add({
    ...{ name: 'Zoë Quill', email: 'zoe@team.example', formerNames: ['Zoe Q'] },
    provider: { groups: ['staff'], at: new Date().toISOString() },
  });
  const kept = await bench().add({ name: 'Former member' });
  await stores.preferences.change(member.id, { theme: 'dark' });
  await stores.pins.set(member.id, 'conv_a', true);
  await expect(eraseMember(bench(), member.id)).rejects.toMatchObject({ code: 'not_possible' });
  await removeMember(bench(), member.id);
  const erased = await eraseMember(bench(), member.id);
  expect(erased).toMatchObject({ id: member.id, name: 'Former member (2)', email: null });
  expect(erased.erasedAt).toBeDefined();
  expect(await stores.members.get(member.id)).toEqual(erased);
  expect(JSON.stringify(await stores.members.list())).not.toMatch(/Zo[eë]|staff/);
  expect([await stores.preferences.get(member.id), await stores.pins.listOf(member.id)]).toEqual([{}, []]);
  // Again, as after an interruption: nothing more happens.
  expect((await eraseMember(bench(), member.id)).name).toBe('Former member (2)');
  expect((await stores.members.get(kept.id))?.name).toBe('Former member');
  await expect(eraseMember(bench(), 'mem_nobody')).rejects.toMatchObject({ code: 'not_found' });
});
