import { expect, test } from 'vitest';
import { markMath } from '#components/chat/prose/mark-math.ts';
import { expectLinear } from '../support/expect-linear.ts';

test.for([
  ['so $x^2$ grows', 'so $$x^2$$ grows'],
  ['so \\(x^2\\) grows', 'so $$x^2$$ grows'],
  ['\\[\nx = 1\n\\]', '$$\nx = 1\n$$'],
  ['  \\[ x \\]', '  $$\nx\n  $$'],
  ['$$x$$', '$$x$$'],
  ['($a$, $b$)', '($$a$$, $$b$$)'],
] as const)('%s is a formula', ([text, marked]) => {
  expect(markMath(text)).toBe(marked);
});

test.for([
  'from $5 to $6',
  '$5-$6',
  'US$10/US$20',
  '$HOME and $PATH',
  '$A$B',
  '\\$x\\$',
  '`$x$` and ``a ` $x$``',
  '```\n$x$ \\(y\\)\n```',
  '~~~sh\necho $x$',
  'a \\( b\n\nc \\)',
])('%s is none', (text) => {
  expect(markMath(text)).toBe(text);
});

test.for(['$', '\\(', '\\[', '`', '``` ', '$a'])('many of %s take time in proportion', async (part) => {
  await expectLinear(60_000, (size) => markMath(part.repeat(size / part.length)));
});
