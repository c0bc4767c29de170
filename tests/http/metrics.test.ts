import { expect, test } from 'vitest';
import { isScraper } from '#lib/http/metrics.ts';

const metricsToken = 'metrics-token-of-more-than-32-characters';
const asks = (authorization: string | null, token: string | null = metricsToken) =>
  isScraper(
    new Request('http://localhost/api/metrics', {
      headers: authorization === null ? {} : { authorization },
    }),
    { metricsToken: token },
  );

test('a request with the token reads the metrics', () => {
  expect(asks(`Bearer ${metricsToken}`)).toBe(true);
  expect(asks(`bearer  ${metricsToken}`)).toBe(true);
});

test.each([
  null,
  '',
  'Bearer',
  metricsToken,
  `Basic ${metricsToken}`,
  `Bearer ${metricsToken}x`,
  `Bearer ${metricsToken.slice(1)}`,
  `Bearer ${metricsToken} x`,
])('a request with %s does not read the metrics', (authorization) => {
  expect(asks(authorization)).toBe(false);
});

test('no token is valid if none is configured', () => {
  expect(asks('Bearer null', null)).toBe(false);
  expect(asks(`Bearer ${metricsToken}`, null)).toBe(false);
});
