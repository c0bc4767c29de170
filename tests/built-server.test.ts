import { expect, test } from 'vitest';
import { withoutHash } from '#scripts/built-server.ts';

test.each([
  ['@vitrine/lib-390f4d3d8f0e1b2e/services.ts', '@vitrine/lib/services.ts'],
  ['@opentelemetry/api-6ec0324a2d0bd38c', '@opentelemetry/api'],
  ['pino-390f4d3d8f0e1b2e/file', 'pino/file'],
  ['socket.io-390f4d3d8f0e1b2e', 'socket.io'],
])('the hash of a package that Next named, %s, is dropped', (specifier, meant) => {
  expect(withoutHash(specifier)).toBe(meant);
});

test.each([
  'next',
  './chunk-390f4d3d8f0e1b2e/a.js',
  '/srv/app-390f4d3d8f0e1b2e/server.js',
  'file:///srv/app-390f4d3d8f0e1b2e/server.js',
])('%s stays as it is', (specifier) => {
  expect(withoutHash(specifier)).toBe(specifier);
});
