import { expect, test } from 'vitest';
import { readKnownSecrets } from '../lib/config/known-secrets.ts';

test('the server knows its secrets by the names of its settings, and the passwords in its addresses', () => {
  expect(
    readKnownSecrets({
      OPENAI_API_KEY: 'sk-one-two-three',
      OIDC_CLIENT_SECRET: ' of the team ',
      SOME_TOKEN: 'not-of-ours',
      REDIS_URL: 'redis://:first%2Bone@a:1,redis://u:second-one@b:2',
      OPENAI_BASE_URL: 'http://user:password-of-it@127.0.0.1/v1',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key-of-a-collector,x-team=1',
    }),
  ).toEqual([
    { name: 'OPENAI_API_KEY', value: 'sk-one-two-three' },
    { name: 'OIDC_CLIENT_SECRET', value: 'of the team' },
    { name: 'SOME_TOKEN', value: 'not-of-ours' },
    { name: 'REDIS_URL', value: 'first%2Bone' },
    { name: 'REDIS_URL', value: 'second-one' },
    { name: 'REDIS_URL', value: 'first+one' },
    { name: 'OPENAI_BASE_URL', value: 'password-of-it' },
    { name: 'OTEL_EXPORTER_OTLP_HEADERS', value: 'key-of-a-collector' },
  ]);
});

test.each([
  ['HOST', '127.0.0.1'],
  ['REDIS_URL', 'redis://localhost:6379'],
  ['SSH_KEY', '/home/ada/.ssh/id_ed25519'],
  ['OPENAI_API_KEY', 'short'],
  ['VITRINE_MODEL', 'a-model-of-some-kind'],
])('%s=%s is none', (name, value) => {
  expect(readKnownSecrets({ [name]: value })).toEqual([]);
});
