import { describe, expect, test } from 'vitest';
import { understand } from './understand.ts';

/** Written by hand after the programs' documentation: none of these programs could be run to record them. */
describe('a form known from documentation', () => {
  test('MSBuild: what it repeats at its end counts once', () => {
    const repeated = [
      "/src/Shop/Cart.cs(12,17): error CS0103: The name 'prise' does not exist in the current context [/src/Shop/Shop.csproj]",
      "/src/Shop/Cart.cs(15,9): warning CS0168: The variable 'x' is declared but never used [/src/Shop/Shop.csproj]",
    ];
    const known = understand(
      [...repeated, '', 'Build FAILED.', '', ...repeated, '    1 Warning(s)', '    1 Error(s)', ''].join(
        '\n',
      ),
      { command: 'dotnet build' },
    );
    expect(known.kind).toBe('dotnet');
    expect(known.verdict).toBe('1 error, 1 warning in 1 file');
    expect(known.facts[0]).toBe(
      "/src/Shop/Cart.cs:12:17 CS0103: The name 'prise' does not exist in the current context",
    );
  });

  test('MSVC and its linker', () => {
    const known = understand(
      "shop.cpp(12): error C2065: 'prise': undeclared identifier\nLINK : fatal error LNK1181: cannot open input file 'shop.obj'\n",
    );
    expect(known.verdict).toBe('2 errors in 1 file');
    expect(known.facts).toContain("LNK1181: cannot open input file 'shop.obj'");
  });

  test('ruff, short and full', () => {
    const short = understand(
      'shop/cart.py:1:8: F401 [*] `os` imported but unused\nshop/cart.py:15:24: F821 Undefined name `nam`\nFound 2 errors.\n[*] 1 fixable with the `--fix` option.\n',
      { command: 'ruff check .' },
    );
    const full = understand(
      'F401 [*] `os` imported but unused\n --> shop/cart.py:1:8\n  |\n1 | import os\n  |        ^^\n  |\nhelp: Remove unused import: `os`\n\nF821 Undefined name `nam`\n  --> shop/cart.py:15:24\n   |\n15 | nam\n   | ^^^\n\nFound 2 errors.\n[*] 1 fixable with the `--fix` option.\n',
      { command: 'make lint' },
    );
    for (const known of [short, full]) {
      expect(known.kind).toBe('ruff');
      expect(known.verdict).toBe('2 problems in 1 file, 1 fixable with --fix');
      expect(known.facts[0]).toBe('shop/cart.py:15:24 F821: Undefined name `nam`');
    }
  });

  test('golangci-lint counts by linter', () => {
    const known = understand(
      'cart/cart.go:21:6: declared and not used: i (typecheck)\n\tfor i, item := range c.items {\n\t    ^\nmain.go:14:2: Error return value is not checked (errcheck)\n\tf.Close()\n\t^\n',
    );
    expect(known.kind).toBe('go');
    expect(known.facts[0]).toBe('cart/cart.go:21:6 typecheck: declared and not used: i');
  });

  test('swiftc, kotlinc under Gradle, ghc and meson', () => {
    const swift = understand(
      "/src/Cart.swift:12:17: error: cannot find 'prise' in scope\n        total += prise\n",
    );
    expect([swift.kind, swift.facts[0]]).toEqual([
      'swiftc',
      "/src/Cart.swift:12:17 cannot find 'prise' in scope",
    ]);
    const kotlin = understand(
      '> Task :compileKotlin FAILED\ne: file:///src/Shop.kt:12:17 Unresolved reference: prise\nBUILD FAILED in 3s\n',
    );
    expect(kotlin.verdict).toBe(
      'kotlinc: 1 error in 1 file, gradle: failed: :compileKotlin, BUILD FAILED in 3s',
    );
    const haskell = understand(
      'src/Main.hs:12:5: error: [GHC-88464]\n    Variable not in scope: prise :: Int\n',
    );
    expect([haskell.kind, haskell.facts[0]]).toEqual([
      'ghc',
      'src/Main.hs:12:5 GHC-88464: Variable not in scope: prise :: Int',
    ]);
    const meson = understand('Version: 1.0.1\nmeson.build:3:0: ERROR: Dependency "quarzium" not found\n');
    expect(meson.facts[0]).toBe('meson.build:3:0 Dependency "quarzium" not found');
  });

  test("Apple's linker names the symbols", () => {
    const known = understand(
      'Undefined symbols for architecture arm64:\n  "_tax_apply", referenced from:\n      _main in main.o\nld: symbol(s) not found for architecture arm64\n',
    );
    expect(known.facts[0]).toBe('"_tax_apply", referenced from:');
  });

  test('cargo: a requirement that cannot be met, and a linker that fails', () => {
    const version = understand(
      'error: failed to select a version for the requirement `serde = "^9.0"`\ncandidate versions found which didn\'t match: 1.0.219\nlocation searched: crates.io index\nrequired by package `shop v0.1.0 (/src/shop)`\n',
      { command: 'cargo build' },
    );
    expect(version.facts[0]).toContain('required by package `shop v0.1.0 (/src/shop)`');
    const linking = understand(
      'error: linking with `cc` failed: exit status: 1\n  |\n  = note: "cc" "-m64" "/tmp/symbols.o"\n  = note: /usr/bin/ld: cannot find -lfoo: No such file or directory\n\nerror: could not compile `shop` (bin "shop") due to 1 previous error\n',
      { command: 'cargo build' },
    );
    expect(linking.facts[0]).toContain('cannot find -lfoo');
    expect(linking.facts[0]).not.toContain('-m64');
  });

  test('Gradle: what went wrong in the script itself', () => {
    const known = understand(
      "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/src/build.gradle' line: 12\n\n* What went wrong:\nA problem occurred evaluating root project 'shop'.\n> Could not find method implementatio()\n\n* Try:\n> Run with --stacktrace\n",
    );
    expect(known.explainsFailure).toBe(true);
    expect(known.facts.slice(0, 2)).toEqual([
      "A problem occurred evaluating root project 'shop'.",
      '> Could not find method implementatio()',
    ]);
  });

  test('Maven: modules that were built, failed and were left out', () => {
    const known = understand(
      '[INFO] shop ............. SUCCESS [  0.1 s]\n[INFO] shop-core ........ FAILURE [  1.2 s]\n[INFO] shop-web ......... SKIPPED\n[INFO] BUILD FAILURE\n[INFO] Total time:  1.5 s\n',
    );
    expect(known.verdict).toBe('BUILD FAILURE, in 1.5 s, modules: 1 built, 1 failed (shop-core), 1 skipped');
  });

  test('older bundlers: vite 5, next 14, a compiler under webpack', () => {
    const vite = understand(
      'vite v5.4.0 building for production...\n✓ 12 modules transformed.\nx Build failed in 120ms\nerror during build:\n[vite]: Rollup failed to resolve import "lodash-missing" from "/src/app/main.ts".\n    at viteWarn (file:///src/dep.js:65:1)\n',
    );
    expect([vite.kind, vite.facts[0]]).toEqual([
      'vite',
      '[vite]: Rollup failed to resolve import "lodash-missing" from "/src/app/main.ts".',
    ]);
    const next = understand(
      "   ▲ Next.js 14.2.0\nFailed to compile.\n\n./app/page.tsx:12:5\nType error: Property 'foo' does not exist on type 'Bar'.\n",
    );
    expect([next.kind, next.facts[0]]).toEqual([
      'next',
      "./app/page.tsx:12:5 Type error: Property 'foo' does not exist on type 'Bar'.",
    ]);
    const webpack = understand(
      "ERROR in ./src/index.ts:3:5\nTS2322: Type 'string' is not assignable to type 'number'.\n\nwebpack 5.90.0 compiled with 1 error in 300 ms\n",
    );
    expect(webpack.facts[0]).toBe(
      "./src/index.ts:3:5 TS2322: Type 'string' is not assignable to type 'number'.",
    );
  });

  test('next lint', () => {
    const known = understand(
      "./app/page.tsx\n12:5  Warning: Using `<img>` is slow.  @next/next/no-img-element\n20:1  Error: 'x' is never used.  no-unused-vars\n",
    );
    expect(known.verdict).toBe('2 problems (1 error, 1 warning) in 1 file');
    expect(known.facts[0]).toBe("./app/page.tsx:20:1 no-unused-vars: 'x' is never used.");
  });

  test('an image build: the step, its last words, the line of the Dockerfile', () => {
    const known = understand(
      '#6 [2/4] WORKDIR /app\n#6 CACHED\n#8 [4/4] RUN npm ci\n#8 1.2 npm error code EUSAGE\n#8 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1\n------\n > [4/4] RUN npm ci:\n1.203 npm error code EUSAGE\n1.204 npm error no package-lock.json\n------\nDockerfile:4\n   4 | >>> RUN npm ci\nERROR: failed to solve: exit code: 1\n',
      { command: 'docker build .' },
    );
    expect(known.verdict).toBe('2 steps, 1 cached, last: [4/4] RUN npm ci');
    expect(known.facts).toEqual(
      expect.arrayContaining(['Dockerfile:4', '4 | >>> RUN npm ci', 'npm error no package-lock.json']),
    );
  });

  test('installers: yarn 4, pnpm 9, uv, Bundler, an audit by npm', () => {
    const yarn = understand(
      '➤ YN0000: · Yarn 4.1.0\n➤ YN0035: │ nope@npm:*: Package not found\n➤ YN0000: · Failed with errors in 0s\n',
    );
    expect([yarn.kind, yarn.facts[0]]).toEqual(['yarn', '➤ YN0035: │ nope@npm:*: Package not found']);
    const pnpm = understand(
      ' WARN  deprecated glob@7.1.2: old\n ERR_PNPM_NO_MATCHING_VERSION  No matching version found for left-pad@99\n\nThe latest release of left-pad is "1.3.0".\n',
    );
    expect(pnpm.facts).toEqual([
      'ERR_PNPM_NO_MATCHING_VERSION  No matching version found for left-pad@99',
      'The latest release of left-pad is "1.3.0".',
      'glob@7.1.2',
    ]);
    const uv = understand(
      '  × No solution found when resolving dependencies:\n  ╰─▶ Because shop was not found\n      we can conclude nothing.\n',
      {
        command: 'uv pip install shop',
      },
    );
    expect(uv.facts).toHaveLength(3);
    const bundler = understand(
      'Bundler could not find compatible versions for gem "activesupport":\n  In Gemfile:\n    rails (~> 7.0) was resolved to 7.0.8, which depends on\n      activesupport (= 7.0.8)\n\n    old-gem (~> 1.0)\n',
    );
    expect(bundler.facts).toContain('old-gem (~> 1.0)');
    const audit = understand(
      '# npm audit report\n\nlodash  <=4.17.20\nSeverity: high\nPrototype Pollution\n\nminimist  <1.2.6\nSeverity: critical\n\n2 vulnerabilities (1 high, 1 critical)\n',
    );
    expect(audit.verdict).toBe('2 vulnerabilities (1 high, 1 critical)');
    expect(audit.facts).toEqual(['lodash high', 'minimist critical']);
  });

  test('npm names what is deprecated', () => {
    const known = understand(
      'npm warn deprecated inflight@1.0.6: This module is not supported\nnpm WARN deprecated rimraf@2.6.2: old\n\nadded 14 packages, and audited 15 packages in 3s\n\nfound 0 vulnerabilities\n',
      { exitCode: 0 },
    );
    expect(known.verdict).toBe('added 14 packages, and audited 15 packages in 3s, found 0 vulnerabilities');
    expect(known.facts).toEqual(['inflight@1.0.6', 'rimraf@2.6.2']);
  });
});
