import { expect, test } from 'vitest';
import { cutAtAddresses } from '#components/artifacts/text/web-addresses.ts';

const addressesIn = (text: string) => {
  const parts = cutAtAddresses(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  return parts.filter(({ isAddress }) => isAddress).map((part) => part.text);
};

test.each([
  [
    'see https://example.org/a?b=c#d, and http://localhost:3000.',
    ['https://example.org/a?b=c#d', 'http://localhost:3000'],
  ],
  ['(https://example.org/a_(b))', ['https://example.org/a_(b)']],
  [
    '[https://example.org] <https://a.example/x> "https://b.example/"',
    ['https://example.org', 'https://a.example/x', 'https://b.example/'],
  ],
  ['HTTPS://EXAMPLE.org!', ['HTTPS://EXAMPLE.org']],
])('addresses in %s are linked, without the punctuation around them', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

test.each([
  'javascript://x file:///etc ftp://example.org',
  'https://bank.example@evil.example/ https://a:b@evil.example',
  'https://ex\u0430mple.org https://example\u200b.org',
  'https:// https://... http:///',
])('nothing in %s is linked', (text) => {
  expect(addressesIn(text)).toEqual([]);
});

test('an address followed by half a million brackets is cut in linear time', () => {
  const brackets = ')'.repeat(500_000);
  expect(addressesIn(`http://a.example${brackets}`)).toEqual(['http://a.example']);
  const opened = `http://a.example/${'('.repeat(1_000)}${')'.repeat(1_000)}`;
  expect(addressesIn(`${opened}).`)).toEqual([opened]);
});
