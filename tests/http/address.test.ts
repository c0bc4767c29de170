import { describe, expect, test } from 'vitest';
import { addressOf } from '#lib/http/address.ts';
import { networkOf } from '#lib/operations/network-of.ts';

const from = (value?: string): string | null =>
  addressOf({ headers: new Headers(value === undefined ? {} : { 'X-Forwarded-For': value }) });

describe('the address of a request', () => {
  test('is the one the last proxy wrote, not one that was there before', () => {
    expect(from('203.0.113.9')).toBe('203.0.113.9');
    expect(from('10.0.0.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(from('evil, 203.0.113.9 ')).toBe('203.0.113.9');
    expect(from('2001:db8::7')).toBe('2001:db8::7');
    expect(from('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  test.each([
    undefined,
    '',
    ',',
    'unknown',
    '203.0.113.9,',
    '203.0.113.9:80',
    '999.1.1.1',
    '<script>',
    '1.2.3',
  ])('is unknown if the proxy wrote %j', (value) => {
    expect(from(value)).toBeNull();
  });
});

test('belongs to a network: the address without its last part', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.0/24');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48');
  expect(networkOf('2001:db8::7')).toBe('2001:db8::/48');
  expect(networkOf('::1')).toBe('::/48');
  expect(networkOf(null)).toBeNull();
});
