import { expect, test } from 'vitest';
import { admitIdentity } from '#lib/team/admit.ts';
import { renameMember } from '#lib/team/members.ts';
import { newId } from '../contracts/samples.ts';
import { teamBench } from '../support/team-bench.ts';

const bench = teamBench();
const admit = async (memberId: string, name: string, groups: string[] = []) => {
  const who = { memberId, name, email: 'a@b.example', isAdmin: null, groups };
  const admitted = await admitIdentity(bench(), who);
  return admitted?.name;
};

test('removes invisible characters from the name a provider sends', async () => {
  expect(await admit(newId('mem'), '\u202eＡda\u200b\u0000 L.\n')).toBe('Ada L.');
  expect(await admit(newId('mem'), '\u200b\u2066')).toBe('Somebody');
});

test('a member whose name equals or resembles another’s gets a number', async () => {
  const [ada, other, third] = [newId('mem'), newId('mem'), newId('mem')];
  expect(await admit(ada, 'Ada')).toBe('Ada');
  expect(await admit(other, 'Аdа')).toBe('Аdа (2)');
  expect(await admit(third, 'ADA')).toBe('ADA (3)');
  // Later sign-ins keep the same name.
  expect(await admit(ada, 'Ada')).toBe('Ada');
  expect(await admit(other, 'Аdа')).toBe('Аdа (2)');
});

test('a name that a member chose stays; groups are those of the last sign-in', async () => {
  const ada = newId('mem');
  await admit(ada, 'Ada', ['eng', 'on-call']);
  await renameMember(bench(), ada, ' Ada\u200b L. ');
  expect(await admit(ada, 'Augusta', ['eng'])).toBe('Ada L.');
  expect(await bench().stores.members.get(ada)).toMatchObject({
    email: 'a@b.example',
    provider: { groups: ['eng'], at: new Date(bench().nowMs()).toISOString() },
  });
});

test('a name that is empty, or looks like that of somebody else, is refused', async () => {
  const [ada, bo] = [newId('mem'), newId('mem')];
  await admit(ada, 'Ada');
  await admit(bo, 'Bo');
  for (const name of ['Аdа', 'ada', 'ＡDA'])
    await expect(renameMember(bench(), bo, name)).rejects.toMatchObject({ code: 'name_taken' });
  for (const name of ['', ' \u202e\u200b '])
    await expect(renameMember(bench(), bo, name)).rejects.toMatchObject({ code: 'invalid_request' });
  // One's own name in other letters is not somebody else's.
  expect((await renameMember(bench(), bo, 'BO')).after.name).toBe('BO');
  // What Bo wrote before is shown under that name.
  await renameMember(bench(), bo, 'Robert');
  await expect(renameMember(bench(), ada, 'Bo')).rejects.toMatchObject({ code: 'name_taken' });
  expect(await admit(newId('mem'), 'bo')).toBe('bo (2)');
  expect((await renameMember(bench(), bo, 'Bo')).after.name).toBe('Bo');
});

test('a name that the provider has changed stays reserved, too; names are kept once each', async () => {
  const [ada, bo] = [newId('mem'), newId('mem')];
  await admit(ada, 'Ada Byron');
  await admit(ada, 'Ada King');
  await admit(bo, 'Bo');
  await expect(renameMember(bench(), bo, 'ada byron')).rejects.toMatchObject({ code: 'name_taken' });
  for (const name of ['B', 'Bob', 'B', 'Bob']) await renameMember(bench(), bo, name);
  expect((await bench().stores.members.get(bo))?.formerNames).toEqual(['Bo', 'B']);
});
