import { expect, test } from 'vitest';
import { createSecretNames, fingerprintOf } from '#lib/split/secrets/secret-names.ts';

test('a secret keeps its name in every run of its conversation, whatever kind it is taken for', () => {
  const first = createSecretNames();
  expect(first.nameOf('github token', 'one')).toBe('github token #1');
  expect(first.nameOf('github token', 'two')).toBe('github token #2');
  expect(first.nameOf('password', 'three')).toBe('password #1');
  const next = createSecretNames(first.assigned());
  expect(next.nameOf('password', 'two')).toBe('github token #2');
  expect(next.nameOf('github token', 'four')).toBe('github token #3');
  expect(next.assigned()).toEqual({ [fingerprintOf('four')]: 'github token #3' });
});

test('no number is given twice, also where the log knows only some names', () => {
  const names = createSecretNames({ [fingerprintOf('x')]: 'jwt #7' });
  expect(names.nameOf('jwt', 'y')).toBe('jwt #8');
  expect(names.nameOf('jwt', 'x')).toBe('jwt #7');
});

test('what nothing tells from others has no number', () => {
  const names = createSecretNames();
  expect(names.nameOf('private key', null)).toBe('private key');
  expect(names.assigned()).toEqual({});
});

test('a conversation has a thousand names, and then none', () => {
  const names = createSecretNames();
  for (let number = 1; number <= 1_000; number += 1) names.nameOf('token', `secret ${number}`);
  expect(names.nameOf('token', 'one more')).toBe('token');
  expect(names.nameOf('token', 'secret 5')).toBe('token #5');
});

test('a fingerprint holds nothing of the secret', () => {
  expect(fingerprintOf('hunter2')).toMatch(/^[0-9a-f]{12}$/);
});
