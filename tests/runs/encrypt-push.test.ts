import { expect, test } from 'vitest';
import { encryptPush } from '#lib/runs/notifications/encrypt-push.ts';
import { openPush, pushBrowser } from '../support/push-browser.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('the example of RFC 8291 comes out as the RFC has it', () => {
  const encrypted = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  );
  expect(Buffer.from(encrypted).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('the browser reads it, and no two messages are the same', () => {
  const browser = pushBrowser('https://push.example/1');
  const [one, other] = ['héllo 😀', 'héllo 😀'].map((text) => encryptPush(text, browser.keys));
  expect(openPush(one ?? new Uint8Array(), browser)).toBe('héllo 😀');
  expect(Buffer.from(one ?? []).equals(Buffer.from(other ?? []))).toBe(false);
  expect(() => openPush(one ?? new Uint8Array(), pushBrowser('https://push.example/2'))).toThrow();
});

test('a key that is no point of the curve is an error', () => {
  const { keys } = pushBrowser('https://push.example/1');
  expect(() => encryptPush('x', { ...keys, p256dh: 'B'.repeat(87) })).toThrow();
});
