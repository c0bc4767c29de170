import { expect, test } from 'vitest';
import { appPolicySchema } from '#lib/core/vocabulary/tools/mcp-app.ts';
import { appFramePolicy } from '#lib/http/apps/app-frame-policy.ts';

const host = 'https://vitrine.example';
const policyOf = (declared: object) =>
  Object.fromEntries(
    appFramePolicy(appPolicySchema.parse(declared), host)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );

test('a page that declares nothing runs what it brings along, and reaches nothing', () => {
  expect(policyOf({})).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'unsafe-inline'", 'data:', 'blob:'],
    'connect-src': ["'none'"],
    'frame-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [host],
  });
});

test('what it declares is allowed, and only there', () => {
  const policy = policyOf({
    connectDomains: ['https://api.example', 'wss://live.example:8443'],
    resourceDomains: ['https://*.cdn.example'],
    frameDomains: ['https://maps.example'],
  });
  expect(policy['connect-src']).toEqual(['https://api.example', 'wss://live.example:8443']);
  expect(policy['script-src']).toContain('https://*.cdn.example');
  expect(policy['img-src']).toContain('https://*.cdn.example');
  expect(policy['frame-src']).toEqual(['https://maps.example']);
  expect(policy['connect-src']).not.toContain('https://*.cdn.example');
});

test.each([
  '*',
  'https:',
  "'self'",
  "'unsafe-eval'",
  'data:',
  'http://plain.example',
  'http://127.0.0.1:3000',
  'https://a.example; script-src *',
  'https://a.example https://b.example',
  'https://a.example/path',
  'https://*',
  'https://a*.example',
  'https://user@a.example',
  'javascript:alert(1)',
])('a declaration never loosens it: %s', (declared) => {
  const all = {
    connectDomains: [declared],
    resourceDomains: [declared],
    frameDomains: [declared],
    baseUriDomains: [declared],
  };
  expect(policyOf(all)).toEqual(policyOf({}));
});
