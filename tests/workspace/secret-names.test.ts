import { describe, expect, test } from 'vitest';
import { createFileSecretNames } from '#lib/workspace/secret-names.ts';

const { matches } = createFileSecretNames();

describe('a name that holds secrets', () => {
  test.each([
    '.env',
    '.env.local',
    '.env.production',
    '.ENV',
    '.Env.Local',
    '.env.',
    '.env.example.local',
    '.env~',
    '.envrc',
    'production.env',
    '.npmrc',
    '.netrc',
    'id_rsa',
    'id_ed25519',
    'id_ed25519_sk',
    'id_rsa_work',
    'id_ecdsa.bak',
  ])('is %s', (name) => expect(matches(name)).toBe(true));

  test.each([
    '.env.example',
    '.ENV.EXAMPLE',
    'example.env',
    'env',
    '.environment',
    'x.env.local',
    'id_rsa.pub',
    'id_map.ts',
    'valid_rsa',
    '',
    '.npmrc.md',
  ])('is not %s', (name) => expect(matches(name)).toBe(false));

  test('is what a setting adds, which goes before the exceptions', () => {
    const added = createFileSecretNames(['*.pem', 'vault.*', '.env.example']);
    for (const name of ['server.pem', 'VAULT.json', '.env.example', '.env'])
      expect(added.matches(name), name).toBe(true);
    for (const name of ['pem', 'vault', 'a.pem.txt']) expect(added.matches(name), name).toBe(false);
  });

  test('takes nothing but * as anything but itself', () => {
    const { matches: matchesAdded } = createFileSecretNames(['a.b+(c)']);
    expect(matchesAdded('a.b+(c)')).toBe(true);
    expect(matchesAdded('axb+(c)')).toBe(false);
  });
});
