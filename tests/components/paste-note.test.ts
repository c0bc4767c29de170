import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PasteNote } from '#components/chat/composer/paste-note.tsx';
import { longPaste } from '#components/chat/composer/use-paste.ts';

const pasted = {
  artifactId: 'art_a',
  title: 'Pasted text',
  tokens: 164,
  upload: { type: 'text', byteLength: 190_000, lineCount: 2_406, dimensions: null, tokens: 71_182 },
} as const;
const pasting = (isAsText = false) => ({
  onPaste: () => {},
  isAsText,
  pasteAsText: () => {},
  attachInstead: () => {},
  reset: () => {},
  error: null,
});
const price = { input: 250_000, cachedInput: 25_000, cacheWrite: null, output: 2_000_000 };

const wordsOf = (props: Partial<Parameters<typeof PasteNote>[0]>): string =>
  renderToStaticMarkup(
    createElement(PasteNote, { text: '', attachments: [pasted], pasting: pasting(), price, ...props }),
  ).replace(/<[^>]+>/g, '');

test('a long paste shows what it costs attached, and as text now and later', () => {
  expect(wordsOf({})).toBe(
    'Attached: 164 tokens, under $0.01. As text: 71,182 tokens, $0.02 now and under $0.01 with every later step.Paste as text instead',
  );
});

test('without a known price there is no money', () => {
  expect(wordsOf({ price: null })).toBe(
    'Attached: 164 tokens. As text: 71,182 tokens now, and with every later step.Paste as text instead',
  );
});

test('long text in the field says which way it goes, and offers the other', () => {
  const text = 'x'.repeat(longPaste + 1);
  expect(wordsOf({ attachments: [], text })).toMatch(/will be attached.*Send as text$/);
  expect(wordsOf({ attachments: [], text, pasting: pasting(true) })).toMatch(
    /all of this text.*Attach instead$/,
  );
  expect(wordsOf({ attachments: [], text: 'short' })).toBe('');
});
