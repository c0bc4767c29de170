import { describe, expect, test } from 'vitest';
import { understand } from './understand.ts';

/** Written by hand after the programs' documentation: none of these programs could be run to record them. */
describe('a linter known from documentation', () => {
  test('rubocop: the level, the cop, and what it can correct', () => {
    const known = understand(
      'Inspecting 3 files\n.CE\n\nOffenses:\n\nlib/cart.rb:12:5: C: [Correctable] Style/StringLiterals: Prefer single-quoted strings.\n    puts "x"\n         ^^^\nlib/store.rb:3:7: E: Lint/Syntax: unexpected token kEND\n  end\n  ^^^\n\n3 files inspected, 2 offenses detected, 1 offense autocorrectable\n',
    );
    expect(known.kind).toBe('rubocop');
    expect(known.verdict).toBe(
      '2 problems (1 error, 0 warnings, 1 info) in 2 files, 1 correctable with -a, 3 files inspected',
    );
    expect(known.facts[0]).toBe('lib/store.rb:3:7 Lint/Syntax: unexpected token kEND');
  });

  test('hadolint and cpplint', () => {
    const hadolint = understand(
      'Dockerfile:3 DL3008 warning: Pin versions in apt get install\nDockerfile:9 DL3000 error: Use absolute WORKDIR\n',
    );
    expect([hadolint.kind, hadolint.facts[0]]).toEqual([
      'hadolint',
      'Dockerfile:9 DL3000: Use absolute WORKDIR',
    ]);
    const cpplint = understand(
      'cart.cc:12:  Lines should be <= 80 characters long  [whitespace/line_length] [2]\nTotal errors found: 1\n',
      { command: 'cpplint cart.cc' },
    );
    expect(cpplint.facts).toEqual([
      'cart.cc:12 whitespace/line_length: Lines should be <= 80 characters long',
    ]);
  });

  test('pyright: rows set in below their file, some without a rule', () => {
    const known = understand(
      '/src/shop/cart.py\n  /src/shop/cart.py:12:5 - error: "nam" is not defined (reportUndefinedVariable)\n  /src/shop/cart.py:22:12 - error: Type "int" is not assignable to return type "str"\n    "int" is not assignable to "str" (reportReturnType)\n2 errors, 0 warnings, 0 informations \n',
      { command: 'make types' },
    );
    expect([known.kind, known.verdict]).toEqual(['pyright', '2 problems (2 errors, 0 warnings) in 1 file']);
    expect(known.facts[0]).toBe('/src/shop/cart.py:12:5 reportUndefinedVariable: "nam" is not defined');
  });

  test('phpcs and phpstan: rows below the file they are of', () => {
    const sniffer = understand(
      'FILE: /src/shop/Cart.php\n----------------\nFOUND 1 ERROR AND 1 WARNING AFFECTING 2 LINES\n----------------\n  2 | ERROR   | [ ] Missing file doc comment\n 12 | WARNING | [x] Line exceeds 85 characters\n----------------\n',
    );
    expect(sniffer.verdict).toBe('2 problems (1 error, 1 warning) in 1 file, 1 fixable with phpcbf');
    expect(sniffer.facts[0]).toBe('/src/shop/Cart.php:2 Missing file doc comment');
    const analyser = understand(
      ' ------ --------------- \n  Line   src/Cart.php   \n ------ --------------- \n  12     Undefined variable: $prise \n         🪪  variable.undefined \n ------ --------------- \n\n [ERROR] Found 1 error \n',
    );
    expect([analyser.kind, analyser.facts[0]]).toEqual([
      'phpstan',
      'src/Cart.php:12 variable.undefined: Undefined variable: $prise',
    ]);
  });

  test('formatters that check: which files differ, which could not be read', () => {
    const known = understand(
      'would reformat /src/shop/cart.py\nwould reformat /src/shop/store.py\nerror: cannot format /src/shop/broken.py: Cannot parse: 12:4: def x(:\n\nOh no! 💥 💔 💥\n2 files would be reformatted, 10 files would be left unchanged, 1 file would fail to reformat.\n',
    );
    expect(known.kind).toBe('format');
    expect(known.verdict).toContain('2 files would be reformatted, 10 files would be left unchanged');
    expect(known.facts).toEqual([
      'error: cannot format /src/shop/broken.py: Cannot parse: 12:4: def x(:',
      '/src/shop/cart.py',
      '/src/shop/store.py',
    ]);
  });

  test('eslint, compact: rows without a rule count too, and its own total where rows are cut away', () => {
    const known = understand(
      "/src/a.mjs: line 1, col 1, Error - Parsing error: 'import' may appear only with 'sourceType: module'\n/src/b.js: line 172, col 90, Warning - Unused eslint-disable directive (no problems were reported).\n\n5 problems\n",
    );
    expect(known.verdict).toBe('5 problems (1 error, 1 warning), 2 of them printed, 3 not shown, in 2 files');
    expect(known.facts[0]).toContain("a.mjs:1:1 Parsing error: Parsing error: 'import' may appear");
  });
});

describe('a compiler known from documentation', () => {
  test('mypy: an error without a code is whole, whatever the next line ends with', () => {
    const known = understand(
      'shop/cart.py:7: error: Unused "type: ignore" comment\nshop/cart.py:9: error: Name "nam" is not defined  [name-defined]\n',
    );
    expect(known.facts.slice(0, 2)).toEqual([
      'shop/cart.py:7 Unused "type: ignore" comment',
      'shop/cart.py:9 name-defined: Name "nam" is not defined',
    ]);
  });

  test('lld names the symbol, and who asks for it', () => {
    const known = understand(
      'ld.lld: error: undefined symbol: tax_apply\n>>> referenced by main.c:4 (src/main.c:4)\n>>>               main.o:(main)\nld.lld: error: undefined symbol: tax_round\n>>> referenced by main.c:5 (src/main.c:5)\n',
      { command: 'clang -fuse-ld=lld main.c' },
    );
    expect(known.facts).toEqual([
      'undefined symbol: tax_apply; referenced by main.c:4 (src/main.c:4)',
      'tax_apply',
      'tax_round',
    ]);
  });

  test('rustc: what it counted itself, where equal ones are printed once', () => {
    const known = understand(
      'src/lib.rs:3:5: error[E0425]: cannot find type `u65` in this scope\nerror: could not compile `shop` (lib) due to 4 previous errors\n',
      { command: 'cargo check --message-format short' },
    );
    expect(known.verdict).toContain('4 errors, 1 of them printed, 3 not shown, in 1 file');
  });

  test('many errors are summarized by their most frequent codes', () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) =>
        `src/a${index}.ts(${index + 1},1): error ${index % 10 === 0 ? 'TS2304' : 'TS7006'}: Parameter '${index}' is wrong.`,
    );
    const known = understand(rows.join('\n'));
    const needed = known.sections[0]?.facts.filter(({ rank }) => rank < 50).map(({ text }) => text);
    expect(needed).toEqual([
      "src/a0.ts:1:1 TS2304: Parameter '0' is wrong.",
      "src/a1.ts:2:1 TS7006: Parameter '1' is wrong.",
    ]);
  });

  test('javac: the symbol is found below a line of source that begins at the edge', () => {
    const known = understand(
      'src/Gson.java:24: error: cannot find symbol\nimport com.shop.GsonBuildConfig;\n               ^\n  symbol:   class GsonBuildConfig\n  location: package com.shop\n1 error\n',
    );
    expect(known.facts[0]).toBe('src/Gson.java:24 cannot find symbol; symbol:   class GsonBuildConfig');
  });

  test('errors without codes are counted by what they have in common', () => {
    const known = understand(
      `a.c:1:2: error: broken\n${['red', 'blue', 'green', 'grey'].map((name, index) => `b.c:${index + 2}:1: error: ‘${name}’ undeclared\n`).join('')}`,
    );
    expect(known.facts).toContain('‘…’ undeclared 4');
  });

  test('Maven: the project whose own description cannot be read', () => {
    const known = understand(
      '[INFO] Scanning for projects...\n[ERROR] [ERROR] Some problems were encountered while processing the POMs:\n[ERROR] Non-resolvable parent POM for demo:shop:1.0 @ line 5, column 11\n[ERROR] The build could not read 1 project -> [Help 1]\n[ERROR]   \n[ERROR]   The project demo:shop:1.0 (/src/shop/pom.xml) has 1 error\n[ERROR]     Non-resolvable parent POM for demo:shop:1.0 @ line 5, column 11 -> [Help 2]\n',
      { command: 'mvn package' },
    );
    expect(known.verdict).toBe('1 error, project demo:shop:1.0');
  });

  test('Maven: the last part of a long chain of causes', () => {
    const wanted = `Unresolveable build extension: Plugin org.example:publisher:0.11.0 or one of its dependencies could not be resolved: The following artifacts could not be resolved: ${'org.example:publisher:jar:0.11.0, '.repeat(8)}`;
    const known = understand(
      `[ERROR] [ERROR] Some problems were encountered while processing the POMs:\n[ERROR] ${wanted}: Cannot access central (https://repo.example/maven2) in offline mode and the artifact has not been downloaded. @ \n @ \n[ERROR] The build could not read 1 project -> [Help 1]\n`,
    );
    expect(known.verdict).toBe('1 error');
    expect(known.facts[0]).toMatch(
      /^Unresolveable build extension: .*; Cannot access central \(https:\/\/repo\.example\/maven2\) in offline mode/,
    );
  });
});

test('a report as JSON is left to those who read JSON', () => {
  const known = understand('[{"filePath":"/src/a.js","messages":[]}]\n', {
    command: 'npx eslint -f json src',
  });
  expect(known.kind).toBe('general');
});
