import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';

const folder = join(import.meta.dirname, '..', 'fixtures', 'split');
const maxCharacters = 4_000;

/** What real programs printed, the start of each. */
const recordings = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt'))
  .toSorted()
  .map((name) => readFileSync(join(folder, name), 'utf8').slice(0, maxCharacters));

/** Pieces that have a meaning to some reader, in places where it has none. */
const marks = [
  ...['\0', '\r', '\r\n', '\n', '\t', '\u001b[', '\u001b]8;;', '\u001b[2J', '\u001b[999999999A', '\u0007'],
  ...[
    '\u202e',
    '\u200b',
    '\ufeff',
    '\u{e0041}',
    '\ud800',
    '\udc00',
    '👩‍👩‍👧',
    '"',
    "'",
    '`',
    '```',
    '<',
    '</script>',
  ],
  ...[
    'diff --git a/',
    '--- ',
    '+++ ',
    '@@ -1,99999999 +1 @@',
    '@@ -0,0 +0,0 @@',
    '<<<<<<<',
    '{',
    '[',
    '$..',
    '[?(@.',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '%2e%2e/',
    '../',
    '/etc/passwd',
    'file://',
    'javascript:',
    'data:',
  ],
  ...[
    '[[team: ',
    '[[from: ',
    '[[reply: ',
    '[[compacted: ',
    '[[left out: ',
    '[[continue: ',
    '9'.repeat(30),
    '-1',
    '1e999',
    'PK\u0003\u0004',
    'ustar',
    'FAILED',
    'error:',
    ',',
  ],
];

const junk = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary', maxLength: 12 })), {
        maxLength: 30,
      })
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...marks), fc.nat(500)).map(([mark, times]) => mark.repeat(times)),
  },
);

interface Change {
  kind: 'insert' | 'delete' | 'repeat' | 'cut';
  at: number;
  length: number;
  text: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'repeat', 'cut'),
  at: fc.nat(maxCharacters),
  length: fc.nat(300),
  text: junk,
});

function apply(text: string, { kind, at, length, text: inserted }: Change): string {
  const start = Math.min(at, text.length);
  const [before, after] = [text.slice(0, start), text.slice(start)];
  if (kind === 'insert') return before + inserted + after;
  if (kind === 'delete') return before + after.slice(length);
  if (kind === 'repeat') return before + after.slice(0, length) + after;
  return before;
}

/** Output of a program that was damaged, or nothing of the kind. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: junk },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...recordings), fc.array(change, { minLength: 1, maxLength: 5 }))
      .map(([text, changes]) => changes.reduce(apply, text)),
  },
);

/** A line or less. */
export const shortText: fc.Arbitrary<string> = junk.map((text) => text.slice(0, 300));

export const anyBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  anyText.map((text) => Buffer.from(text, 'latin1')),
);
