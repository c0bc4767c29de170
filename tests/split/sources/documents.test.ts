import { describe, expect, test } from 'vitest';
import { understand } from './understand.ts';

describe('documents', () => {
  test('what stands in code and front matter is no heading', () => {
    const text = [
      '---',
      'title: x',
      '# no',
      '---',
      '# One',
      '```md',
      '# no',
      '```',
      '~~~',
      '## no',
      '~~~',
      'Two',
      '---',
      '| a |',
      '|---|',
      'text',
    ];
    expect(understand('a.md', text.join('\n')).facts).toEqual(['One:5', 'Two:12', 'text']);
  });

  test('reStructuredText has levels by the order of its marks', () => {
    const text = [
      '=====',
      'Title',
      '=====',
      '',
      'Text of it.',
      '',
      'One',
      '---',
      '',
      'Inner',
      '~~~~~',
      '',
      'Two',
      '---',
      '',
    ];
    expect(understand('a.rst', text.join('\n')).facts).toEqual([
      'Title:2',
      'One:7',
      'Two:13',
      'Text of it.',
      'Inner:10',
    ]);
  });

  test('numbered sections are sections, not versions', () => {
    const text = [
      '# Manual',
      '## 1.1 Version',
      '## 1.2. What is it?',
      '## 2.1 Naming',
      '## 2.2.1 Of files',
      'x',
    ];
    const { verdict, facts } = understand('manual.md', text.join('\n'));
    expect(verdict).toBe('Markdown, 5 sections');
    expect(facts).toEqual(expect.arrayContaining(['1.1 Version:2', '2.1 Naming:4']));
  });

  test('a changelog is summarized by its versions, however they are written', () => {
    const text = [
      '# News',
      'v2.0.0 (2026-01-02)',
      '------',
      '## [1.1.0] - 2025-01-01',
      '## Version 1.0',
      'Released 2024-05-05',
      '## 0.9.x',
    ];
    const { verdict, facts } = understand('HISTORY.md', text.join('\n'));
    expect(verdict).toBe('Markdown, changelog, 4 versions');
    expect(facts.slice(0, 3)).toEqual([
      'v2.0.0 (2026-01-02):2',
      '[1.1.0] - 2025-01-01:4',
      'Version 1.0 2024-05-05:5',
    ]);
    expect(facts).toContain('0.9.x:7');
  });

  test('a guide with a version in a heading is none', () => {
    expect(understand('guide.md', '# Guide\n## Install\n## 2.0 and later\n## Use\n').verdict).toBe(
      'Markdown, 4 sections',
    );
  });
});

describe('pages', () => {
  test('what scripts and styles hold is no text', () => {
    const text =
      '<title\n>A &amp; B</title><script>"<h1>no</h1>"</script>\n<h1 class="x">One <b>two</b></h1><h2>\nThree\n</h2>';
    const { verdict, facts } = understand('a.html', text);
    expect(verdict).toBe('HTML, 1 script');
    expect(facts).toEqual(['A &amp; B:1', 'One two:3', 'Three:3']);
  });
});

describe('lock files written by hand after their formats', () => {
  test.each([
    [
      'Cargo.lock',
      '[[package]]\nname = "a"\nversion = "1.0"\n\n[[package]]\nname = "b"\nversion = "2.0"\n',
      ['a 1.0', 'b 2.0'],
    ],
    ['poetry.lock', '[[package]]\nname = "a"\nversion = "1.0"\n', ['a 1.0']],
    [
      'yarn.lock',
      'a@^1, a@^1.1:\n  version "1.2.0"\n"@b/c@~2":\n  version "2.0.1"\n',
      ['a 1.2.0', '@b/c 2.0.1'],
    ],
    ['Gemfile.lock', 'GEM\n  specs:\n    a (1.0)\n      b (>= 2)\n    b (2.1)\n', ['a 1.0', 'b 2.1']],
    [
      'go.sum',
      'a.b/c v1.0.0 h1:x=\na.b/c v1.0.0/go.mod h1:y=\nd v2.0.0 h1:z=\n',
      ['a.b/c v1.0.0', 'd v2.0.0'],
    ],
  ])('%s', (name, text, packages) => {
    const { kind, verdict, facts } = understand(name, text);
    expect(kind).toBe('lock file');
    expect(verdict).toContain(packages.length === 1 ? '1 package' : `${packages.length} packages`);
    expect(facts).toEqual(packages);
  });
});

describe('settings', () => {
  test('tables are reported with their lines, comments and long texts hold none', () => {
    const text = [
      '; no',
      '[one]',
      'a = 1',
      '# [no]',
      'b = """',
      '[no]',
      '"""',
      '[[two]]',
      'c = [',
      '  "[no]",',
      ']',
      '[[two]]',
    ];
    const { verdict, facts } = understand('a.toml', text.join('\n'));
    expect(verdict).toBe('TOML, 3 tables, 3 keys');
    expect(facts).toEqual(['one:2', 'two ×2:8']);
  });

  test('without tables the keys are reported', () => {
    expect(understand('a.properties', 'a.b=1\n# c=2\nd: 3\n').facts).toEqual(['a.b:1', 'd:3']);
  });

  test('of a package its name, version and needs come first', () => {
    const text =
      '[package]\nname = "a"\nversion = "1.0.0"\nedition = "2024"\n[dependencies]\nserde = "1"\ntokio = { version = "1" }\n';
    expect(understand('Cargo.toml', text).verdict).toBe('TOML, a 1.0.0, 2 dependencies, 2 tables, 5 keys');
  });
});

describe('a manifest', () => {
  test('that is cut is left to others', () => {
    expect(understand('package.json', '{ "name": "a", "scripts": {').kind).toBe('general');
  });

  test('is read without the numbers before its lines', () => {
    const text = '     1\t{\n     2\t  "name": "a",\n     3\t  "version": "1.0.0"\n     4\t}\n';
    expect(understand('package.json', text).verdict).toBe('a 1.0.0');
  });
});

describe('reports and banners', () => {
  test('a report is summarized by its figures, its levels and its rows of names and values', () => {
    const card = [
      '<h2>Weak <b>cipher</b></h2>',
      '<span class="label">high severity</span>',
      '<h3>Impact</h3>',
    ];
    const text = [
      '<html><title>Scan</title>',
      '<style>p { 3 errors }</style>',
      '<p><b>2</b> <span>total issues</span></p>',
      '<table><tr><th>Project</th><td>a.yaml</td></tr>',
      '<tr>',
      '<th>Kind</th>',
      '<td>b</td>',
      '</tr><tr><th>A</th><th>B</th></tr></table>',
      ...card,
      ...card,
    ];
    const { verdict, facts } = understand('report.html', text.join('\n'));
    expect(verdict).toBe('HTML, 1 table, 4 headings');
    expect(facts).toEqual([
      'Scan:1',
      '2 total issues:3',
      'Weak cipher:9 ×2',
      '2 high',
      'Project a.yaml:4',
      'Kind b:6',
      'Impact:11 ×2',
    ]);
  });

  test('a file says in its first comment what it is', () => {
    const first = (path: string, ...lines: string[]) => understand(path, lines.join('\n')).facts[0];
    expect(first('a.css', '@charset "UTF-8";', '/*!', ' * Small Grid v1.2.3 (x)', ' */', 'a {}')).toBe(
      'Small Grid v1.2.3 (x)',
    );
    expect(first('a.js', '/*! small.js 4.0.1 | MIT License */', 'function a() {}')).toBe(
      'small.js 4.0.1 | MIT License',
    );
    expect(
      first('a.sql', '--', '-- Dumped from database version 15.3', '--', 'CREATE TABLE a (b int);'),
    ).toBe('Dumped from database version 15.3');
    expect(first('a.js', '/* Licensed under the Apache License 2.0 */', 'function a() {}')).toBe('a:2');
    expect(first('a.js', 'function a() {}', '// Small v1.2.3')).toBe('a:1');
  });
});

describe('lock files', () => {
  const lock = (indent: string) =>
    JSON.stringify(
      {
        name: 'shop',
        version: '1.2.0',
        lockfileVersion: 2,
        packages: {
          '': { name: 'shop', version: '1.2.0', dependencies: { a: '^1.0.0' } },
          'node_modules/a': { version: '1.0.1' },
          'node_modules/b': { version: '2.0.0' },
        },
        dependencies: { a: { version: '1.0.1' }, b: { version: '2.0.0' } },
      },
      null,
      indent,
    );

  test.each(['  ', '    ', '\t'])('whatever their indent (%j), packages count once', (indent) => {
    const { verdict, facts } = understand('package-lock.json', lock(indent));
    expect(verdict).toBe('npm lock file shop 1.2.0, lockfileVersion 2, 2 packages, 1 direct');
    expect(facts).toEqual(['a 1.0.1']);
  });
});
