import { describe, expect, test } from 'vitest';
import { lines, viewOfCommand } from '#tests/support/view-of-command.ts';

const viewOf = async (command: string, text: string, exitCode = 0) =>
  (await viewOfCommand(command, text, exitCode)).text;

describe('a table of coverage', () => {
  const least = /^covered least: shop\/none\.\w+ 0%, shop\/low\.\w+ 12%/m;

  test('of coverage.py is described by its total and what is covered least', async () => {
    const rows = lines(40, (at) => `shop/m${at}.py      148     ${at}    ${60 + at}%   44-45, 62-75`);
    const text = `Name     Stmts   Miss  Cover   Missing\n-----------\n${rows}shop/low.py   50   44    12%   1-44\nshop/none.py   10   10   0%   1-10\nTOTAL     5980   824    70%\nCoverage failure: total of 70 is less than fail-under=90\n`;
    const view = await viewOf('coverage report -m --fail-under=90', text, 2);
    expect(view).toContain('exit 2, coverage 70%, 42 files, 1 at 0%');
    expect(view).toContain('Coverage failure: total of 70 is less than fail-under=90');
    expect(view).toMatch(least);
  });

  test('of istanbul, with its rules between the rows', async () => {
    const rule = '-----------|---------|----------|---------|---------|-------------------\n';
    const row = (name: string, percent: number) =>
      `${name.padEnd(12)}|   ${percent} |       50 |     100 |      ${percent} | 3-9,44`;
    const rows = lines(40, (at) => row(` shop/m${at}.js`, 60 + at));
    const text = `${rule}File       | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s\n${rule}${row('All files', 71.5)}\n${rows}${row(' shop/low.js', 12)}\n${row(' shop/none.js', 0)}\n${rule}`;
    const view = await viewOf('npx nyc report', text);
    expect(view).toContain('exit 0, coverage 71.5%, 42 files, 1 at 0%');
    expect(view).toMatch(least);
  });

  test('of Go has a row for each function', async () => {
    const rows = lines(
      60,
      (at) => `example.test/p${at % 5}.go:${at}:\tadd${at}\t\t${at === 7 ? '0.0' : '90.0'}%`,
    );
    const view = await viewOf('go tool cover -func=c.out', `${rows}total:\t\t(statements)\t71.3%\n`);
    expect(view).toContain('exit 0, coverage 71.3%, 60 functions, 1 at 0%');
    expect(view).toContain('covered least: example.test/p2.go:7 add7 0%');
  });
});
