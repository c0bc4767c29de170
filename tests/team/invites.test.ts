import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { type Member, memberOf } from '#lib/core/vocabulary/team/member.ts';
import { createInvite, findInvite, inviteFirstAdmin, joinTeam } from '#lib/team/invites.ts';
import { removeMember } from '#lib/team/members.ts';
import { newId } from '../contracts/samples.ts';
import { teamBench } from '../support/team-bench.ts';

const bench = teamBench();
const gone = { code: 'invite_gone' };
const ada = { id: 'mem_ada', name: 'Ada' };

const invite = async (role: 'admin' | 'member' = 'member', memberId: string | null = null) =>
  (await createInvite(bench(), newId('inv'), ada, { role, memberId })).token;
const join = (token: string, signedIn: Member | null = null, name = 'Bob') =>
  joinTeam(bench(), token, { signedIn, name, newId: newId('mem') });
const members = () => bench().stores.members.list();

describe('an invite', () => {
  test('admits one of twenty people who use it at once', async () => {
    const token = await invite();
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => join(token)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(gone);
    expect(await members()).toMatchObject([{ name: 'Bob', role: 'member' }]);
  });

  test('survives being viewed, and is gone once used, revoked or expired', async () => {
    const [used, revoked, old] = [await invite(), await invite(), await invite()];
    for (const token of [used, revoked, old, used]) expect(await findInvite(bench(), token)).not.toBeNull();
    await join(used);
    await bench().stores.invites.delete((await findInvite(bench(), revoked))?.id ?? '');
    bench().pass(limits.inviteSeconds + 1);
    for (const token of [used, revoked, old, 'x', '']) {
      expect(await findInvite(bench(), token)).toBeNull();
      await expect(join(token)).rejects.toMatchObject(gone);
    }
    expect(await members()).toHaveLength(1);
  });

  test('raises the role of a signed-in member and never lowers it', async () => {
    const [bob, cleo] = [await bench().add({ name: 'Bob' }), await bench().add({ role: 'admin' })];
    expect((await join(await invite('admin'), memberOf(bob))).member).toMatchObject({
      id: bob.id,
      name: 'Bob',
      role: 'admin',
    });
    expect((await join(await invite(), memberOf(cleo))).member.role).toBe('admin');
    expect(await members()).toHaveLength(2);
  });

  test('for one member admits only that member, whoever is signed in, while they belong to the team', async () => {
    const [bob, cleo] = [await bench().add({ name: 'Bob' }), await bench().add({ name: 'Cleo' })];
    expect((await join(await invite('member', bob.id), null, 'Mallory')).member).toEqual(bob);
    expect((await join(await invite('member', bob.id), memberOf(cleo))).member.id).toBe(bob.id);
    const late = await invite('member', bob.id);
    await removeMember(bench(), bob.id);
    await expect(join(late)).rejects.toMatchObject(gone);
  });

  test('does not readmit a removed member', async () => {
    const bob = await bench().add();
    await removeMember(bench(), bob.id);
    await expect(join(await invite('admin'), memberOf(bob))).rejects.toMatchObject(gone);
  });
});

describe('the name a new member chooses', () => {
  test('loses its invisible characters', async () => {
    const { member } = await join(await invite(), null, ' Ａda\u202e\u200b\u0007 L. ');
    expect(member.name).toBe('Ada L.');
  });

  test.each(['Ada', 'ada', 'Аdа', 'A da', 'Ａｄａ'])(
    'cannot be %s if Ada is or was a member; the invite stays valid',
    async (name) => {
      const { id } = await bench().add({ name: 'Ada' });
      const token = await invite();
      await expect(join(token, null, name)).rejects.toMatchObject({ code: 'name_taken' });
      await removeMember(bench(), id);
      await expect(join(token, null, name)).rejects.toMatchObject({ code: 'name_taken' });
      expect((await join(token, null, 'Ada B')).member.name).toBe('Ada B');
    },
  );

  test('cannot consist of invisible characters only', async () => {
    const token = await invite();
    const refused = { code: 'invalid_request' };
    for (const name of ['', '\u200b', '\u202e\u2066']) {
      await expect(join(token, null, name)).rejects.toMatchObject(refused);
    }
    expect((await join(token)).member.name).toBe('Bob');
  });

  test('reveals nothing about existing members to people without an invite', async () => {
    await bench().add({ name: 'Ada' });
    await expect(join('x', null, 'Ada')).rejects.toMatchObject(gone);
  });

  test('stays unique if two people choose it at once', async () => {
    const tokens = [await invite(), await invite(), await invite()];
    await Promise.allSettled(tokens.map((token) => join(token, null, 'Ada')));
    const names = (await members()).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the first invite', () => {
  test('makes an admin, and does not exist once there is an admin', async () => {
    const token = await inviteFirstAdmin(bench(), newId('inv'));
    expect((await join(token ?? '')).member.role).toBe('admin');
    expect(await inviteFirstAdmin(bench(), newId('inv'))).toBeNull();
  });

  test('expires once there is an admin, no matter how many server starts created it', async () => {
    const tokens = [
      await inviteFirstAdmin(bench(), newId('inv')),
      await inviteFirstAdmin(bench(), newId('inv')),
    ];
    await bench().add({ role: 'admin' });
    for (const token of tokens) {
      expect(await findInvite(bench(), token ?? '')).toBeNull();
      await expect(join(token ?? '')).rejects.toMatchObject(gone);
    }
  });

  test('exists again if all admins were removed', async () => {
    await bench().add({ role: 'admin', removedAt: new Date().toISOString() });
    expect(await inviteFirstAdmin(bench(), newId('inv'))).not.toBeNull();
  });
});
