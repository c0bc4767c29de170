import { expect, test } from 'vitest';
import { createApiToken, findApiToken, hasApiToken } from '#lib/team/api-tokens.ts';
import { endSessions, removeMember, restoreMember } from '#lib/team/members.ts';
import { newId } from '../contracts/samples.ts';
import { teamBench } from '../support/team-bench.ts';

const bench = teamBench();
const laptop = { name: 'laptop', scopes: ['read', 'show', 'read'] as const, expiresInSeconds: 3_600 };

const create = (memberId: string) => createApiToken(bench(), newId('tok'), memberId, laptop);
const find = (token: string) => findApiToken({ ...bench(), onlyMember: null }, token);

test('finds the member as they are now, with each scope once, until it expires', async () => {
  const member = await bench().add();
  const { token } = await create(member.id);
  expect(hasApiToken(`?key=Bearer%20${token}`)).toBe(true);
  await bench().stores.members.change(() => [{ ...member, role: 'admin' }]);
  expect(await find(token)).toMatchObject({
    member: { id: member.id, role: 'admin' },
    token: { name: 'laptop', scopes: ['read', 'show'] },
  });
  bench().pass(3_600);
  expect(await find(token)).toBeNull();
});

test('the store has its hash, not the token', async () => {
  const member = await bench().add();
  const { token, record } = await create(member.id);
  expect(JSON.stringify(record)).not.toContain(token);
  expect(await bench().stores.apiTokens.find(token)).toBeNull();
  expect(await find(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBeNull();
});

test('records its first use, then one a minute', async () => {
  const member = await bench().add();
  const { token } = await create(member.id);
  const seen = async () => (await bench().stores.apiTokens.listOf(member.id))[0]?.lastSeenAt;
  expect(await seen()).toBeNull();
  await find(token);
  const first = await seen();
  expect(first).not.toBeNull();
  bench().pass(30);
  await find(token);
  expect(await seen()).toBe(first);
  bench().pass(31);
  await find(token);
  expect(await seen()).not.toBe(first);
});

test('removing a member ends their tokens for good', async () => {
  const member = await bench().add();
  const { token } = await create(member.id);
  await removeMember(bench(), member.id);
  expect(await find(token)).toBeNull();
  await restoreMember(bench(), member.id);
  expect(await find(token)).toBeNull();
});

test('where nobody signs in, only tokens of the one member count', async () => {
  const member = await bench().add();
  const onlyMember = { id: 'local', name: 'You', role: 'admin' as const };
  const theirs = await create(member.id);
  const own = await create('local');
  expect(await findApiToken({ ...bench(), onlyMember }, theirs.token)).toBeNull();
  expect((await findApiToken({ ...bench(), onlyMember }, own.token))?.member).toEqual(onlyMember);
});

test('ending all sessions of a member ends their tokens, and nobody else’s', async () => {
  const [member, other] = [await bench().add(), await bench().add()];
  const [theirs, others] = [await create(member.id), await create(other.id)];
  await endSessions(bench(), member.id);
  expect(await find(theirs.token)).toBeNull();
  expect(await find(others.token)).not.toBeNull();
});
