import { expect, test } from 'vitest';
import { admitIdentity } from '#lib/team/admit.ts';
import { newId } from '../contracts/samples.ts';
import { teamBench } from '../support/team-bench.ts';

const bench = teamBench();
const admit = async (memberId: string, name: string) => {
  const admitted = await admitIdentity(bench(), { memberId, name, email: 'a@b.example', isAdmin: null });
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
