import { expect, test } from 'vitest';
import { lines, viewOfCommand } from '../support/view-of-command.ts';

const viewOf = async (command: string, text: string, exitCode = 0) =>
  (await viewOfCommand(command, text, exitCode)).text;

test('branches without their upstream and diverged ones are named', async () => {
  const text = lines(60, (at) => {
    const state = at === 41 ? ': ahead 17, behind 9' : at % 25 === 3 ? ': gone' : '';
    return `  feat/step-${at}  ${(at + 0xa000000).toString(16)} [origin/feat/step-${at}${state}] step ${at}`;
  });
  const view = await viewOf('git branch -vv', text);
  expect(view).toContain('gone: feat/step-3, feat/step-28, feat/step-53');
  expect(view).toContain('feat/step-41: ahead 17, behind 9');
});

test('of a listing with sizes and times, the empty files, the smallest and the oldest are named', async () => {
  const text = lines(
    80,
    (at) =>
      `-rw-r--r-- 1 root root ${at === 30 ? 0 : at === 50 ? 20 : 47_000_000 + at} 2026-0${1 + (at % 8)}-0${1 + (at % 9)} 03:15 dump-${at}.gz`,
  );
  const view = await viewOf('ls -l --time-style=long-iso', text);
  expect(view).toContain('empty (1): dump-30.gz');
  expect(view).toContain('smallest: dump-50.gz 20');
  expect(view).toContain('oldest: dump-0.gz 2026-01-01 03:15');
});

test('files that were searched in vain are counted', async () => {
  const text = lines(200, (at) => `./src/part-${at}.py:${at % 4 === 0 ? 3 : 0}`);
  expect(await viewOf('grep -rc TODO .', text)).toContain('150 matches in 50 files of 200');
});

test('a symbol that is defined twice is an error of the linker', async () => {
  const compiled = lines(60, (at) => `gcc -O2 -c -o core/m${at}.o core/m${at}.c`);
  const text = `${compiled}/usr/bin/ld: core/config.o:/app/core/config.c:7: multiple definition of \`verbosity'; core/logger.o:/app/core/logger.c:7: first defined here\ncollect2: error: ld returned 1 exit status\nmake: *** [Makefile:6: app] Error 1\n`;
  const view = await viewOf('make', text, 2);
  expect(view).toContain('core/config.c:7 multiple definition of `verbosity');
  expect(view).toContain('core/logger.c:7: first defined here');
});

test('two sections that come to the same are shown once', async () => {
  const errors = lines(12, (at) => `internal/price/t${at % 3}.go:${at + 3}:5: undefined: Record${at}`);
  const part = (title: string) => `=== ${title} ===\n# example.test/price\n${errors}\n`;
  const text = `${part('linux')}${part('windows')}${part('vet').replaceAll('Record', 'Row')}`;
  const view = await viewOf('sh build.sh', text, 1);
  expect(view).toContain('(one of 2 with this result: windows)');
});
