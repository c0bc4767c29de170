import { expect, test } from 'vitest';
import { titleOfCommand } from '#lib/tools/title-of-command.ts';
import { expectLinear } from '../support/expect-linear.ts';

const esc = '\u001b';

test.each([
  ['npm test', 'npm test'],
  ['  make \\\n\n   all \r\n', 'make \\ ⏎ all'],
  [`echo ${esc}[31mred\tnow\u0085`, 'echo  [31mred now'],
  ['rm \u202etxt.exe\u200b', 'rm \ufffdtxt.exe\ufffd'],
  ['a\u2028b\u{e0041}', 'a\ufffdb\ufffd'],
  ['echo ❤\ufe0f 日本語', 'echo ❤\ufe0f 日本語'],
  ['', ''],
])('the title of %j is %j', (command, title) => {
  expect(titleOfCommand(command)).toBe(title);
});

test('a title has at most 200 characters, and says when there are more', () => {
  expect(titleOfCommand('x'.repeat(200))).toBe('x'.repeat(200));
  expect(titleOfCommand('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
  expect(titleOfCommand('😀'.repeat(200))).toBe(`${'😀'.repeat(99)}…`);
  expect(titleOfCommand('print(1)', 5)).toBe('prin…');
});

test('a title takes time that grows with its command, whatever blanks it has', async () => {
  await expectLinear(100_000, (count) => titleOfCommand(`a${' '.repeat(count)}b${'\n \t'.repeat(count)}c`));
});
