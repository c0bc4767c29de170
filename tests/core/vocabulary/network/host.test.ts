import { describe, expect, test } from 'vitest';
import { coversHost, parseHost, parseHostName, uncoveredHosts } from '#lib/core/vocabulary/network/host.ts';
import { hostSchema, singleHostSchema } from '#lib/core/vocabulary/network/host-schema.ts';

describe('a host', () => {
  test.each([
    ['registry.npmjs.org', 'registry.npmjs.org', null],
    ['Registry.NPMJS.org.', 'registry.npmjs.org', null],
    ['git.example.org:8443', 'git.example.org', 8443],
    ['*.example.org', '*.example.org', null],
    ['registry', 'registry', null],
    ['bücher.example', 'xn--bcher-kva.example', null],
    // Cyrillic: looks like example.org, and is another host.
    ['ехample.org', 'xn--ample-ywe6i.org', null],
    ['ⓔxample.org', 'example.org', null],
    ['_dmarc.example.org', '_dmarc.example.org', null],
  ])('%s is %s', (text, name, port) => {
    expect(parseHost(text)).toEqual({ name, port });
  });

  test.each([
    ...['127.0.0.1', '127.1', '0x7f.1', '0x7f000001', '2130706433', '017700000001', '127.0x0.1', '1'],
    ...[
      '[::1]',
      '::1',
      '::ffff:10.0.0.1',
      '[::ffff:a9fe:a9fe]',
      '169.254.169.254',
      '10.0.0.1:80',
      '①②⑦.0.0.1',
    ],
    ...['', '.', 'a..b', 'example.org..', '-a.org', 'a-.org', 'example.org:0', 'example.org:65536', 'a b'],
    ...['https://example.org', 'example.org/path', 'user@example.org', 'example.org?x', 'a\0.org', 'a\n.org'],
    ...[
      '*',
      '*.org',
      '*.*.org',
      'a.*.org',
      `${'a'.repeat(64)}.org`,
      `${'a.'.repeat(127)}org`,
      'example.org#',
    ],
  ])('%j is none', (text) => {
    expect(parseHost(text)).toBeNull();
    expect(hostSchema.safeParse(text).success).toBe(false);
  });

  test('is stored in its usual form, and one that a call asks for is one', () => {
    expect(hostSchema.parse('Example.ORG.')).toBe('example.org');
    expect(hostSchema.parse('*.Example.org:8443')).toBe('*.example.org:8443');
    expect(singleHostSchema.safeParse('*.example.org').success).toBe(false);
  });

  test('that a program asks for has no port and no wildcard', () => {
    expect(parseHostName('Example.org.')).toBe('example.org');
    for (const text of ['*.example.org', 'example.org:80', '127.0.0.1', 'example.org..'])
      expect(parseHostName(text)).toBeNull();
  });
});

describe('an allowed host covers', () => {
  const covers = (allowed: string, asked: string): boolean => {
    const [one, other] = [parseHost(allowed), parseHost(asked)];
    if (one === null || other === null) throw new Error('no host');
    return coversHost(one, other);
  };

  test.each([
    ['example.org', 'example.org'],
    ['example.org', 'example.org:80'],
    ['example.org', 'example.org:443'],
    ['example.org:8443', 'example.org:8443'],
    ['*.example.org', 'a.b.example.org:443'],
  ])('%s: %s', (allowed, asked) => expect(covers(allowed, asked)).toBe(true));

  test.each([
    ['example.org', 'example.org:8443'],
    ['example.org:443', 'example.org'],
    ['example.org', 'a.example.org'],
    ['example.org', 'badexample.org'],
    ['*.example.org', 'example.org'],
    ['*.example.org', 'badexample.org'],
    ['*.example.org', 'example.org.evil.test'],
  ])('%s: not %s', (allowed, asked) => expect(covers(allowed, asked)).toBe(false));

  test('and what no allowed one covers has to be asked for', () => {
    expect(uncoveredHosts(['a.example.org', 'b.test', 'c.test:81'], ['*.example.org', 'c.test'])).toEqual([
      'b.test',
      'c.test:81',
    ]);
  });
});
