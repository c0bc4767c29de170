import { describe, expect, test } from 'vitest';
import { splitRecording } from '../../../scripts/split/split-recording.ts';
import { recording } from '../../support/recordings.ts';

/** Recordings longer than a view: what is recognised, and lines that the view has. */
const views: Record<string, { kind: string; has: (string | RegExp)[] }> = {
  'apt-simulate': { kind: 'apt', has: ['2 upgraded, 138 newly installed', 'new (138): autoconf'] },
  'biome-ci-coloured': { kind: 'biome', has: ['suspicious/noDoubleEquals'] },
  'biome-lint': {
    kind: 'biome',
    has: ['39 problems (15 errors, 24 warnings), 20 of them printed', ' alpha.js:4:9'],
  },
  'cargo-build-warnings-coloured': { kind: 'rustc', has: ['0 errors, 15 warnings in 2 files, 9 fixable'] },
  'cargo-check-errors': {
    kind: 'rustc',
    has: [
      '9 errors, 5 warnings in 2 files, could not compile `rshop` (bin "rshop")',
      ' src/main.rs:10:29 E0425: cannot find value `totl` in this scope; help: a local variable with a similar name exists; println!("{} {}", name, total);',
      'errors by code: E0308 4',
    ],
  },
  'cargo-clippy': { kind: 'rustc', has: ['17 warnings', '11 fixable with --fix', 'unused_imports 3'] },
  'cargo-short': { kind: 'rustc', has: ['9 errors, 5 warnings', ' src/main.rs:10:29 E0425: '] },
  'clang-errors': { kind: 'clang', has: ['2 errors, 13 warnings', "did you mean 'placed'?"] },
  'cmake-build': {
    kind: 'gcc',
    has: ['entry.cpp:4:12:   required from here', 'make: failed: CMakeFiles/book.dir/src/entry.cpp.o'],
  },
  'eslint-compact': { kind: 'eslint', has: ['63 problems (51 errors, 12 warnings) in 3 files'] },
  'eslint-stylish': {
    kind: 'eslint',
    has: [
      '63 problems (51 errors, 12 warnings) in 3 files under /tmp/demo/jstools/, 15 fixable with --fix (3 errors, 12 warnings)',
      " lint/alpha.js:2:12 no-unused-vars: 'c' is defined but never used",
      'errors by rule: no-unused-vars 24, no-undef 6',
      'warnings by rule: no-var 9, prefer-const 3',
    ],
  },
  'eslint-stylish-coloured': { kind: 'eslint', has: ['63 problems (51 errors, 12 warnings) in 3 files'] },
  'eslint-unix': { kind: 'eslint', has: ['63 problems (51 errors, 12 warnings) in 3 files'] },
  flake8: {
    kind: 'flake8',
    has: ['28 problems in 2 files', " shop/cart.py:15:24 F821: undefined name 'nam'", 'F401 7'],
  },
  'flake8-stat': { kind: 'flake8', has: ['28 problems in 2 files'] },
  'gcc-errors-coloured': { kind: 'gcc', has: ['2 errors, 7 warnings in 1 file', ' src/order.c:11:17 '] },
  'gcc-warnings': {
    kind: 'gcc',
    has: ['exit 0, 0 errors, 14 warnings in 2 files', '-Wpadded 3', 'src/cart.c 11, src/cart.h 3'],
  },
  'go-build': { kind: 'go', has: ['24 errors in 8 files', ' b/f0.go:6:2 unused0 declared but not used'] },
  'gradle-compile-error': {
    kind: 'gradle',
    has: ['BUILD FAILED in 6s', 'javac: 7 errors', 'symbol:   variable prise'],
  },
  'javac-types': {
    kind: 'javac',
    has: [
      '14 errors, 6 warnings in 2 files',
      ' Shop.java:8 cannot find symbol; symbol:   class Ordr (also Store.java:8)',
    ],
  },
  'make-errors': {
    kind: 'make',
    has: [
      'make: failed: src/order.o (Makefile:8, Error 1)',
      'gcc: 2 errors, 23 warnings in 3 files',
      ' src/order.c:11:17 ‘struct order’ has no member named ‘placd’; did you mean ‘placed’?',
    ],
  },
  'make-link-error': {
    kind: 'make',
    has: ['failed: link (Makefile:6, Error 1)', 'undefined reference to `cart_discount'],
  },
  'maven-compile-error': {
    kind: 'maven',
    has: ['7 errors', 'BUILD FAILURE', 'Store.java:8:13 cannot find symbol; symbol:   class Ordr'],
  },
  mypy: {
    kind: 'mypy',
    has: ['14 errors in 2 files', ' shop/cart.py:15 name-defined: Name "nam" is not defined'],
  },
  'mypy-pretty': { kind: 'mypy', has: ['18 errors in 2 files', 'no-untyped-def 3'] },
  'next-build-errors': {
    kind: 'next',
    has: ["./app/p1/page.jsx:1:1 Error: Module not found: Can't resolve './gone1'"],
  },
  'ninja-build': {
    kind: 'ninja',
    has: ['3 of 5 steps, failed: CMakeFiles/book.dir/src/entry.cpp.o', '5 errors, 2 warnings'],
  },
  'npm-install-script': {
    kind: 'npm',
    has: ['npm error 2', ' command sh -c make', 'did you mean ‘placed’?'],
  },
  'npm-install-verbose': { kind: 'npm', has: ['added 63 packages in 5s, 61 fetches (61 × 200)'] },
  oxlint: {
    kind: 'oxlint',
    has: ['33 problems (0 errors, 33 warnings) in 3 files', 'eslint(no-unused-vars) 24'],
  },
  'pip-build-fails': { kind: 'pip', has: ["ModuleNotFoundError: No module named 'nothing_here_at_all'"] },
  'pip-install': { kind: 'pip', has: ['13 packages installed', 'flake8-7.4.1'] },
  pylint: {
    kind: 'pylint',
    has: ['40 problems (4 errors, 16 warnings, 20 info)', 'rated at 0.00/10', 'undefined-variable: E0602'],
  },
  shellcheck: {
    kind: 'shellcheck',
    has: ['36 problems (2 errors, 15 warnings, 19 info) in 2 files', 'SC2086 11'],
  },
  'shellcheck-gcc': { kind: 'shellcheck', has: ['2 errors, 15 warnings, 19 info in 2 files'] },
  standard: { kind: 'standard', has: ['63 problems (54 errors, 9 warnings)', 'no-unused-vars 21'] },
  stylelint: { kind: 'stylelint', has: ['38 problems', '16 fixable with --fix', ' a.css:1:3 '] },
  'tsc-errors': {
    kind: 'tsc',
    has: ['22 errors in 3 files', ' src/cart.ts:4:3 TS2564: ', 'by code: TS2322 6'],
  },
  'tsc-pretty': {
    kind: 'tsc',
    has: ['22 errors in 3 files', ' src/cart.ts:4:3 TS2564: ', 'by code: TS2322 6'],
  },
  'vite-build': {
    kind: 'vite',
    has: ['✓ 45 modules transformed.', '✓ built in 140ms', 'index-FYiYxSwV.js 404.56 kB'],
  },
  'webpack-errors': {
    kind: 'webpack',
    has: ['2 errors, 1 warning', " ./src/cart.js:1:0 Module not found: Error: Can't resolve './gone'"],
  },
  'webpack-warnings': { kind: 'webpack', has: ['0 errors, 3 warnings', 'main.js 396 KiB'] },
};

describe('a recorded build', () => {
  test.each(Object.entries(views))(
    '%s is recognised, and its view tells what to do next',
    async (name, { kind, has }) => {
      const recorded = recording(`builds/${name}`);
      const view = await splitRecording({ ...recorded, level: 'balanced' });
      expect(view.kind).toBe(kind);
      expect(view.tokens).toBeLessThanOrEqual(400);
      for (const part of has) expect(view.text).toContain(part);
    },
  );

  test.each(['gcc-warnings', 'tsc-pretty', 'eslint-stylish', 'pylint', 'go-build'])(
    '%s keeps its counts and its first place at the smallest level',
    async (name) => {
      const recorded = recording(`builds/${name}`);
      const view = await splitRecording({ ...recorded, level: 'minimal' });
      expect(view.tokens).toBeLessThanOrEqual(120);
      expect(view.text.split('\n')[0]).toMatch(/\d+ (?:error|problem)/);
      expect(view.facts.some(({ isShown }) => isShown)).toBe(true);
    },
  );

  test.each(['npm test', 'make check', './run.sh'])(
    'is recognised under %s by its marks',
    async (command) => {
      for (const name of [
        'tsc-errors',
        'cargo-check-errors',
        'eslint-stylish',
        'pylint',
        'shellcheck',
        'maven-compile-error',
      ]) {
        const recorded = recording(`builds/${name}`);
        const view = await splitRecording({ ...recorded, args: { command }, level: 'balanced' });
        expect(view.kind).toBe(views[name]?.kind);
      }
    },
  );
});
