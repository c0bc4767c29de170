import { describe, expect, test } from 'vitest';
import { clientAddressOf, createProxyTrust } from '#lib/http/client-address.ts';

const nobody = createProxyTrust([]);
const ours = createProxyTrust(['127.0.0.1', '10.1.0.0/16', 'fd00::/8']);

describe('the client address', () => {
  test('is the connection’s address, whatever the request says, if no proxy is trusted', () => {
    for (const forged of [undefined, '', '1.2.3.4', '1.2.3.4, 5.6.7.8', 'x'])
      for (const socket of ['203.0.113.9', '127.0.0.1'])
        expect(clientAddressOf(socket, forged, nobody)).toBe(socket);
  });

  test('is the connection’s address for clients that bypass the trusted proxies', () => {
    expect(clientAddressOf('203.0.113.9', '1.2.3.4', ours)).toBe('203.0.113.9');
    expect(clientAddressOf('203.0.113.9', '1.2.3.4, 10.1.2.3', ours)).toBe('203.0.113.9');
  });

  test('is the address that reached our first proxy, not one written before', () => {
    expect(clientAddressOf('127.0.0.1', '203.0.113.9', ours)).toBe('203.0.113.9');
    expect(clientAddressOf('127.0.0.1', '1.2.3.4, 203.0.113.9', ours)).toBe('203.0.113.9');
    expect(clientAddressOf('127.0.0.1', '1.2.3.4, 203.0.113.9, 10.1.2.3', ours)).toBe('203.0.113.9');
    expect(clientAddressOf('::ffff:127.0.0.1', '::ffff:203.0.113.9', ours)).toBe('203.0.113.9');
    expect(clientAddressOf('fd12::1', '2001:db8::7', ours)).toBe('2001:db8::7');
  });

  test('is the proxy’s own address if it wrote none', () => {
    for (const broken of [undefined, '', 'unknown', '203.0.113.9,', '203.0.113.9:80', '<script>'])
      expect(clientAddressOf('127.0.0.1', broken, ours)).toBe('127.0.0.1');
  });

  test('is unknown if the connection is gone', () => {
    expect(clientAddressOf(undefined, '203.0.113.9', ours)).toBeNull();
  });
});
