import { describe, expect, test } from 'vitest';
import { isLoopback, isOwnHost } from '#lib/core/algorithms/hosts.ts';

describe('a Host header in local mode', () => {
  test('is accepted for a loopback name, with any port, in any case', () => {
    const own = [
      ...['localhost', 'localhost:3000', 'LOCALHOST:3000', 'LocalHost', 'localhost:80', 'localhost:65535'],
      ...['127.0.0.1', '127.0.0.1:3000', '127.0.0.1:80', '[::1]', '[::1]:3000', '[::1]:80'],
    ];
    for (const host of own) expect(isOwnHost(host, null), host).toBe(true);
  });

  test('is rejected if it only resembles a loopback name', () => {
    const foreign = [
      ...['', ' ', 'evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', 'evil-localhost'],
      ...['localhost@evil.example', 'evil.example@localhost', 'user:pw@127.0.0.1', '@localhost'],
      ...['localhost/x', 'localhost#x', 'localhost?x', 'evil.example#localhost', '127.0.0.1\\evil.example'],
      ...[
        'localhost.',
        '127.0.0.2',
        '127.1',
        '2130706433',
        '0x7f.1',
        '0.0.0.0',
        '0',
        '[::]',
        '[::ffff:7f00:1]',
      ],
      ...[
        '::1',
        '[::1].evil.example',
        '[0:0:0:0:0:0:0:1]',
        '[::1',
        'localhost:',
        'localhost:99999',
        'localhost:x',
      ],
      ...[
        'localhost, evil.example',
        'local\thost',
        'localhost\n',
        '%6cocalhost',
        'ｌocalhost',
        'localhost:80:80',
      ],
    ];
    for (const host of foreign) expect(isOwnHost(host, null), JSON.stringify(host)).toBe(false);
  });

  test('is rejected if it is missing', () => {
    expect(isOwnHost(null, null)).toBe(false);
    expect(isOwnHost(null, 'http://localhost:3000')).toBe(false);
  });
});

describe('with a base URL', () => {
  const baseUrl = 'https://vitrine.example:8443';

  test('accepts its host and port', () => {
    expect(isOwnHost('vitrine.example:8443', baseUrl)).toBe(true);
    expect(isOwnHost('vitrine.example', 'https://vitrine.example')).toBe(true);
    for (const host of ['vitrine.example', 'vitrine.example:443', 'x.vitrine.example:8443'])
      expect(isOwnHost(host, baseUrl), host).toBe(false);
  });
});

test('there are three loopback names, accepted in any case', () => {
  for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '::1', '[::1]'])
    expect(isLoopback(name)).toBe(true);
  for (const name of ['', '0.0.0.0', '::', '127.0.0.2', '192.168.1.2', 'localhost ', 'a.localhost'])
    expect(isLoopback(name), name).toBe(false);
});
