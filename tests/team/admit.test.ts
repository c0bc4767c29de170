import { expect, test } from 'vitest';
import { admitIdentity } from '../../lib/team/admit.ts';
import { newId } from '../contracts/samples.ts';
import { teamBench } from '../support/team-bench.ts';

const bench = teamBench();
const admit = async (memberId: string, name: string) => {
  const admitted = await admitIdentity(bench(), { memberId, name, email: 'a@b.example', isAdmin: null });
  return admitted?.name;
};

test('a name that a provider says is kept without what does not show', async () => {
  expect(await admit(newId('mem'), '\u202eＡda\u200b\u0000 L.\n')).toBe('Ada L.');
  expect(await admit(newId('mem'), '\u200b\u2066')).toBe('Somebody');
});

test('who has the name of another member, or one that looks the same, is told apart by a number', async () => {
  const [ada, other, third] = [newId('mem'), newId('mem'), newId('mem')];
  expect(await admit(ada, 'Ada')).toBe('Ada');
  expect(await admit(other, 'Аdа')).toBe('Аdа (2)');
  expect(await admit(third, 'ADA')).toBe('ADA (3)');
  // At every later sign-in it is the same name again.
  expect(await admit(ada, 'Ada')).toBe('Ada');
  expect(await admit(other, 'Аdа')).toBe('Аdа (2)');
});
