import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '#tests/support/scaled.ts';
import { lines as linesOf, viewOfCommand } from '#tests/support/view-of-command.ts';
import { understand } from './understand.ts';

describe('our own listing', () => {
  test('of one folder tells every name', () => {
    const { verdict, facts } = understand(
      null,
      'docs/\nlib/\nREADME.md\nlink -> /etc/passwd (not followed)\na b.ts\n',
    );
    expect(verdict).toBe('2 files, 2 folders, 1 link');
    expect(facts).toEqual(expect.arrayContaining(['docs/', 'lib/', 'README.md', 'link', 'a b.ts']));
  });

  test('of files alone tells the folders they are in', () => {
    const paths = Array.from(
      { length: 90 },
      (_, index) => `lib/${index % 2 ? 'one' : 'two/three'}/f${index}.ts`,
    );
    const { verdict, facts, sections } = understand(null, paths.join('\n'));
    expect(verdict).toBe('90 files, 3 folders');
    expect(sections.map(({ heading }) => heading)).toContain('in lib/ by folder:');
    expect(facts).toEqual(expect.arrayContaining(['.ts 90', 'two/ 45', 'one/ 45']));
  });

  test('counts the only folder where files stand beside it', () => {
    const paths = Array.from({ length: 80 }, (_, index) => `src/f${index}.ts`);
    expect(understand(null, [...paths, 'top.ts'].join('\n')).verdict).toBe('81 files, 1 folder');
  });

  test('counts a scope and its package as one folder', () => {
    const paths = Array.from(
      { length: 80 },
      (_, index) => `node_modules/@a/${index % 4 ? 'b' : 'c'}/f${index}.d.ts`,
    );
    expect(understand(null, paths.join('\n')).facts).toEqual(
      expect.arrayContaining(['.d.ts 80', '@a/b/ 60', '@a/c/ 20']),
    );
  });
});

describe('our own listing with sizes', () => {
  test('is summarized by its names as without sizes; of the sizes only the large', () => {
    const paths = Array.from({ length: 90 }, (_, index) => `lib/${index % 2}/odd name: ${index}.ts`);
    const sized = paths.map((path, index) => `${path}\t${index === 7 ? 65_536 : index}`);
    const plain = understand(null, paths.map((path) => path.replace(' name:', '')).join('\n'));
    const { verdict, facts } = understand(null, sized.join('\n'));
    expect(verdict).toBe(plain.verdict);
    expect(facts.filter((fact) => !fact.startsWith('lib/'))).toEqual(plain.facts);
    expect(facts.at(-1)).toBe('lib/1/odd name: 7.ts 65,536');
  });

  test('holds folders, links and what has no size', () => {
    const text = 'docs/\na\t7\t12\ngone.ts\nlink -> /etc/passwd (not followed)\n';
    expect(understand(null, text)).toMatchObject({ kind: 'listing', verdict: '2 files, 1 folder, 1 link' });
  });

  test('takes nothing that has a size for a link, whatever its name is', () => {
    expect(understand(null, 'a -> b/c.ts\t5\nd -> e\t7\n')).toMatchObject({
      verdict: '2 files, 1 folder',
      facts: expect.arrayContaining(['d -> e', 'a -> b/c.ts']),
    });
  });

  test('is no list of what takes the most where names are figures', () => {
    expect(understand(null, '2024\t31\n2025\t7\n')).toMatchObject({
      kind: 'listing',
      verdict: '2 files, 0 folders',
      facts: ['2024', '2025'],
    });
  });
});

describe('forms of ls', () => {
  test.each([
    ['drwxr-xr-x 2 a b 4096 Nov 21 23:32 d\n-rw-r--r-- 1 a b 310103 Jan  3  2025 f.lock\n', '310,103'],
    [
      'drwxr-xr-x@ 2 a  staff    64 21 Nov 23:32 d\n-rw-r--r--+ 1 a  staff 310103  3 Jan  2025 f.lock\n',
      '310,103',
    ],
    [
      'drwxr-xr-x 2 0 0 4096 2026-11-21 23:32:01.000000000 +0100 d\n-rwx--x--x 1 0 0 310103 2026-11-21 23:32:01.000000000 +0100 f.lock\n',
      '310,103',
    ],
    ['  7 4 drwxr-xr-x 2 a b 4.0K 11-21 23:32 d/\n  8 4 -rw-r--r-- 1 a b 303K 11-21 23:32 f.lock\n', '303K'],
    ['drwxr-xr-x 2 a 4096 Nov 21 23:32 d\n-rw-r--r-- 1 a 310103 Nov 21 23:32 f.lock\n', '310,103'],
  ])('%j', (text, size) => {
    const { verdict, facts } = understand('ls -l', `total 8\n${text}`);
    expect(verdict).toContain('1 file, 1 folder');
    expect(facts).toContain(`f.lock ${size}`);
  });

  test('links, devices and sockets are no folders, and have no size', () => {
    const text =
      'lrwxrwxrwx 1 a b 7 Nov 21 23:32 l -> usr/bin\nbrw-rw---- 1 a b 8, 1 Nov 21 23:32 sda1\nsrwxr-xr-x 1 a b 0 Nov 21 23:32 s\n';
    expect(understand('ls -l', text)).toMatchObject({ verdict: '2 files, 0 folders, 1 link' });
  });

  test('marks behind names are none of them', () => {
    expect(understand('ls -F', 'a/\nb*\nc@\n').facts).toEqual(expect.arrayContaining(['a/', 'b', 'c']));
  });
});

describe('archives and formats of find', () => {
  test('tar tells sizes, folders and links', () => {
    const text = [
      'drwxr-xr-x me/me             0 2026-03-01 10:00 app/',
      '-rw-r--r-- me/me          1200 2026-03-01 10:00 app/a b.ts',
      'lrwxrwxrwx me/me             0 2026-03-01 10:00 app/c -> a b.ts',
      'hrw-r--r-- me/me             0 2026-03-01 10:00 app/d.ts link to app/a b.ts',
      '-rw-r--r-- me/me         48000 2026-03-02 10:00 app/e.bin',
      '',
    ].join('\n');
    const { kind, verdict, facts } = understand('tar -tzvf app.tgz', text);
    expect(kind).toBe('listing');
    expect(verdict).toBe('3 files, 1 folder, 1 link, 49,200 bytes');
    expect(facts).toContain('app/e.bin 48,000');
  });

  test('unzip -l is no more than its files: its frame and its sum are not counted', () => {
    const text = [
      'Archive:  app.zip',
      '  Length      Date    Time    Name',
      '---------  ---------- -----   ----',
      '        0  2026-03-01 10:00   app/',
      '     1200  2026-03-01 10:00   app/a b.ts',
      '    48000  2026-03-02 10:00   app/e.bin',
      '---------                     -------',
      '    49200                     3 files',
      '',
    ].join('\n');
    expect(understand('unzip -l app.zip', text).verdict).toBe('2 files, 1 folder, 49,200 bytes');
  });

  test.each([
    ["find . -printf '%s\\t%p\\n'", '1200\t./a b.ts\n48000\t./e.bin\n'],
    [
      "find . -type f -printf '%TY-%Tm-%Td %10s %P\\n' | sort",
      '2026-03-01       1200 a b.ts\n2026-03-02      48000 e.bin\n',
    ],
    [
      "find . -printf '%T@ %u:%g %s %h/%f\\n'",
      '1761000000.25 ann:staff 1200 ./a b.ts\n1761000001.5 ann:staff 48000 ./e.bin\n',
    ],
    [
      "find . -printf '%t %s %p %l\\n'",
      'Sun Mar  1 10:00:00.0000000000 2026 1200 ./a b.ts \nSun Mar  1 10:00:00.0000000000 2026 48000 ./e.bin \n',
    ],
    ["find . -printf '[%y] (%s) %p\\n'", '[f] (1200) ./a b.ts\n[f] (48000) ./e.bin\n'],
  ])('%s', (command, text) => {
    expect(understand(command, text).verdict).toBe('2 files, 0 folders, 49,200 bytes');
  });

  test('a mode says what is a folder', () => {
    const text = 'drwxr-xr-x shop\nlrwxrwxrwx shop/now\n-rw-r--r-- shop/a.ts\n-rw-r--r-- shop/b.ts\n';
    expect(understand("find shop -printf '%M %p\\n'", text).verdict).toBe('2 files, 1 folder, 1 link');
  });

  test('what is of no kind that others are is named', () => {
    const paths = Array.from({ length: 60 }, (_, n) => `uploads/${n % 3}/${n}.${n % 2 ? 'jpg' : 'png'}`);
    const { sections } = understand('find uploads -type f', [...paths, 'uploads/1/shell.php', ''].join('\n'));
    expect(
      sections.find(({ heading }) => heading === 'only one of its kind:')?.facts.map(({ text }) => text),
    ).toEqual(['uploads/1/shell.php']);
  });

  test.each([
    ['that names no file', "find . -printf '%s\\n'", '1200\n48000\n'],
    ['that names it twice', "find . -printf '%p %f\\n'", './a a\n./b b\n'],
    ['whose values run together', `find . -printf '${'%u'.repeat(40)} %p\\n'`, 'a'.repeat(2_000)],
    ['with many values, which no line has', `find . -printf '${'%u,'.repeat(40)}!%p\\n'`, ','.repeat(2_000)],
    [
      'with many padded values',
      `find . -printf '${'%9u %-9u '.repeat(10)}!%p\\n'`,
      `a${' '.repeat(200)}`.repeat(20),
    ],
    ['with many targets', `find . -printf '${'%l '.repeat(40)}!%p\\n'`, ' '.repeat(2_000)],
    ['with a path between blanks', "find . -printf '%u %p %g %m!\\n'", `a${' '.repeat(2_000)}`.repeat(2)],
    ['with many dates, which no line has', `find . -printf '${'%t'.repeat(40)}!%p\\n'`, ' '.repeat(2_000)],
  ])('a format %s is no listing', (_, command, text) => {
    expect(understand(command, text).kind).not.toBe('listing');
  });
});

describe('what is no list of files', () => {
  test.each([
    ['ls | wc -l', '17\n'],
    ['find . -exec cat {} +', 'a\n'],
    ['find . -name "*.ts" | xargs grep x', 'a.ts: x\n'],
    ['git ls-files -s', '100644 abc 0\ta\n'],
    ['ls && npm test', 'a\n'],
    ['npm ls', 'a@1.0.0\n├── b@2.0.0\n'],
  ])('%s', (command, text) => {
    expect(understand(command, text).kind).toBe('general');
  });

  test('prose that a program prints instead', () => {
    expect(
      understand(
        'ls --help',
        'Usage: ls [OPTION]...\nList information about the FILEs: (the current one).\n\n  -a, --all   do not\n',
      ).kind,
    ).toBe('general');
  });

  test('a folder that is not there is the cause', () => {
    expect(understand('find nowhere', 'find: ‘nowhere’: No such file or directory\n', 1)).toMatchObject({
      kind: 'listing',
      explainsFailure: true,
      facts: ['find: ‘nowhere’: No such file or directory'],
    });
  });
});

describe('whatever is listed', () => {
  const pieces = [
    'a',
    'b.ts',
    '/',
    './',
    ' ',
    '\n',
    '├── ',
    '└── ',
    '│   ',
    '    ',
    'total 8',
    'drwxr-xr-x 2 a b 4096 Nov 21 23:32 ',
    ':',
    ' -> ',
    '@',
    '12K\t',
    '\t12',
    '3 directories, 4 files',
    '[4.0K]  ',
    '\u0000',
    '-',
  ];

  test.each([null, 'ls -lR', 'tree', 'find .', 'du -h'])(
    '%s: without a fault, the same each time, and quotes what is there',
    (command) => {
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 80 }), (parts) => {
          const text = parts.join('');
          expect(understand(command, text)).toEqual(understand(command, text));
        }),
        { numRuns: 100 },
      );
    },
  );

  test('very many files are counted whole, in bounded memory', () => {
    const paths = Array.from(
      { length: scaled(200_000, 20_000) },
      (_, index) => `src/d${index % 5_000}/f${index}.x${index % 7_000}`,
    );
    const { verdict, facts } = understand(null, paths.join('\n'));
    expect(verdict).toMatch(scaled(/^200,000 files, /, /^20,000 files, /));
    expect(facts.length).toBeLessThan(600);
  });

  test('a folder listed after what is in it is a folder all the same', () => {
    expect(understand('find . -depth', './a/b/c.ts\n./a/b\n./a\n.\n').verdict).toBe('1 file, 2 folders');
    expect(understand('find .', '.\n./a\n./a-b\n./a/c.ts\n').verdict).toBe('2 files, 1 folder');
  });

  test('sizes before the paths are reported as such, whoever lists them', () => {
    const text = '30K\t.\n20K\t./b\n12K\t./b/c.ts\n8.0K\t./b/d.ts\n4.0K\t./a.ts\n';
    for (const command of [null, 'du -ah'])
      expect(understand(command, text)).toMatchObject({
        kind: 'du',
        verdict: '30K in all, 5 entries',
        facts: ['b 20K', 'b/c.ts 12K', 'b/d.ts 8.0K', 'a.ts 4.0K'],
      });
    expect(understand(null, '4\t.\nx\n').kind).not.toBe('du');
  });

  test('where `head` leaves entries out, a folder is not reported as a file', () => {
    const { sections } = understand(
      'du -ah /etc | sort -rh | head -4',
      '9M\t/etc\n828K\t/etc/ssl\n200K\t/etc/php\n132K\t/etc/apt\n',
    );
    const filled = sections.filter(({ facts }) => facts.length > 0);
    expect(filled.map(({ heading }) => heading)).toEqual(['largest:']);
  });

  test('files at the top are reported also where they come last', () => {
    const deep = Array.from({ length: 1_000 }, (_, index) => `a${index % 7}/b/f${index}.ts`);
    const { facts } = understand(null, [...deep, 'go.mod', 'zebra.txt'].join('\n'));
    expect(facts).toEqual(expect.arrayContaining(['go.mod', 'zebra.txt']));
  });
});

test('a folder that has nearly all files is described by the folders in it; the root of a tree is no file', async () => {
  const packages = ['docs', 'store', 'online', 'tests', 'size-check', 'nuxt']
    .map(
      (name, at) =>
        `│   ├── [       4096]  ${name}\n${linesOf(20 + at, (file) => `│   │   ├── [        123]  f${file}.ts`)}`,
    )
    .join('');
  const text = `[       4096]  .\n├── [       4096]  packages\n${packages}├── [        900]  README.md\n├── [       4096]  scripts\n│   └── [         12]  build.mjs\n└── [         77]  package.json\n\n8 directories, 138 files\n`;
  const { text: view } = await viewOfCommand('tree -s', text);
  expect(view).toMatch(/^by folder: packages\/ 135, scripts\/ 1$/m);
  expect(view).toMatch(/^in packages\/ by folder: nuxt\/ 25, size-check\/ 24, .*docs\/ 20$/m);
  expect(view).not.toContain('[ 4096]');
});

test('what du could not read is shown', async () => {
  const problem = "du: cannot read directory '/srv/secret': Permission denied";
  const text = `${linesOf(70, (at) => `${at + 1}M\t/srv/team-${at}/work`)}${problem}\n`;
  const { text: view } = await viewOfCommand('du -sh /srv/*', text, 1);
  expect(view).toContain('70 entries, 1 error');
  expect(view).toContain(problem);
});
