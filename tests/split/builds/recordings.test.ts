import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

/** Recordings as they would be summarized: what is recognised, and lines that the view has. */
const views: Record<string, { kind: string; has: (string | RegExp)[] }> = {
  'apt-simulate': {
    kind: 'apt',
    has: ['2 upgraded, 138 newly installed', 'to be newly installed (138): autoconf'],
  },
  'biome-ci-coloured': { kind: 'biome', has: ['suspicious/noDoubleEquals'] },
  'biome-lint': {
    kind: 'biome',
    has: [
      '39 problems (15 errors, 24 warnings), 20 of them printed, 19 not shown, in 2 files, 4 files checked',
      ' alpha.js:4:9',
      ' warning: alpha.js:2:12 correctness/noUnusedVariables: ',
    ],
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
  'clang-wrapped': {
    kind: 'clang',
    has: [
      '56 warnings in 1 file',
      ' count.c:11:16 -Wparentheses: using the result of an assignment as a condition without parentheses',
    ],
  },
  'cmake-build': {
    kind: 'gcc',
    has: ['entry.cpp:4:12:   required from here', 'make: failed: CMakeFiles/book.dir/src/entry.cpp.o'],
  },
  cppcheck: {
    kind: 'cppcheck',
    has: [
      '98 problems (28 errors, 14 warnings, 56 info) in 1 file',
      ' count.c:10:36 arrayIndexOutOfBounds: ',
      'warnings by rule: invalidPrintfArgType_uint 14',
    ],
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
  'gcc-templates': {
    kind: 'g++',
    has: [
      '6 errors in 4 files',
      ' roster.cc:13:17 expression ‘<throw-expression>’ is not a constant expression; roster.cc:23:31:   in ‘constexpr’ expansion of\n',
      ' no match for ‘operator<’ (operand types are ‘Player’ and ‘Player’); roster.cc:19:12:   required from here',
      'by message: no match for ‘…’ (operand types are ‘…’ and ‘…’) 5',
    ],
  },
  'clang-templates': {
    kind: 'clang++',
    has: [
      '14 errors in 6 files',
      " roster.cc:19:8: note: in instantiation of function template specialization 'std::sort (also :69, :98)",
      ' no matching function for call to object of type ',
      '; roster.cc:19:8 (also :85, ',
    ],
  },
  'npm-ci-unlocked': {
    kind: 'npm',
    has: [
      'npm error EUSAGE, 76 missing from the lock file, 2 versions of the lock file invalid',
      'Please update your lock file with `npm install`',
      'missing: express@4.22.3, accepts@1.3.8, ',
      'invalid: debug@2.6.8, ms@2.0.0',
    ],
  },
  'gcc-warnings': {
    kind: 'gcc',
    has: ['exit 0, 0 errors, 14 warnings in 2 files', '-Wpadded 3', 'src/cart.c 11, src/cart.h 3'],
  },
  'go-build': { kind: 'go', has: ['24 errors in 8 files', ' b/f0.go:6:2 unused0 declared but not used'] },
  'gem-list': { kind: 'packages', has: ['105 packages', ' abbrev 0.1.0, '] },
  'gradle-compile-error': {
    kind: 'gradle',
    has: ['BUILD FAILED in 6s', 'javac: 7 errors', 'symbol:   variable prise'],
  },
  'javac-types': {
    kind: 'javac',
    has: [
      '14 errors, 6 warnings in 2 files',
      ' Shop.java:8 cannot find symbol; symbol:   class Ordr (also Store.java:8)',
      'by message: cannot find symbol 8',
    ],
  },
  'ld-missing-and-warnings': {
    kind: 'gcc',
    has: [
      '28 errors, 36 warnings in 1 file',
      ' warning: count.c:11:9 -Wparentheses: ',
      'undefined (8): ledger_open0 5, ',
    ],
  },
  'ld-missing-symbols': {
    kind: 'gcc',
    has: [
      '15 errors in 1 file',
      " main.c undefined reference to `ledger_total0'; in function `book0'",
      'undefined (10): ledger_total0 6, ledger_open0, ledger_total1, ',
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
  markdownlint: {
    kind: 'markdownlint',
    has: ['90 problems', ' docs/page0.md:1 MD022/blanks-around-headings: ', 'by file: docs/page0.md 15'],
  },
  'maven-compile-error': {
    kind: 'maven',
    has: ['7 errors', 'BUILD FAILURE', 'Store.java:8:13 cannot find symbol; symbol:   class Ordr'],
  },
  mypy: {
    kind: 'mypy',
    has: [
      '14 errors in 2 files',
      '3 source files checked',
      ' shop/cart.py:10 arg-type: ',
      'name-defined: Name "nam" is not defined',
    ],
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
  'npm-ls': {
    kind: 'packages',
    has: [
      '17 direct dependencies, 124 packages in all, 129 optional ones not installed',
      'direct: @biomejs/biome 2.6.8, ',
    ],
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
  'shellcheck-gcc': {
    kind: 'shellcheck',
    has: ['36 problems (2 errors, 15 warnings, 19 info) in 2 files', 'info by rule: SC2086 11'],
  },
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
  yamllint: {
    kind: 'yamllint',
    has: ['42 problems (24 errors, 18 warnings) in 6 files', 'errors by rule: indentation 12, '],
  },
  'yamllint-parsable': {
    kind: 'yamllint',
    has: ['42 problems (24 errors, 18 warnings) in 6 files', 'warnings by rule: truthy 12, '],
  },
};

describe('a recorded build', () => {
  test.each(Object.entries(views))(
    '%s is recognised, and its view tells what to do next',
    async (name, { kind, has }) => {
      const recorded = recording(`builds/${name}`);
      const view = await splitRecording({ ...recorded, level: 'balanced', isSummarized: true });
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
