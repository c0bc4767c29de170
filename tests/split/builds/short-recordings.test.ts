import { describe, expect, test } from 'vitest';
import { understandRecording } from './understand.ts';

/** Recordings that pass whole at most levels: what is understood of them where they do not. */
const result: Record<string, { kind: string; verdict: string; first: string }> = {
  'cargo-unresolved': {
    kind: 'rustc',
    verdict: '1 error',
    first:
      'no matching package named `serde` found; location searched: crates.io index; required by package `rdep v0.1.0 (/tmp/demo/rdep)`',
  },
  'cmake-configure-error': {
    kind: 'cmake',
    verdict: '1 error in 1 file, configuring incomplete',
    first: 'CMakeLists.txt:4 find_package: By not providing "FindQuarzium.cmake"',
  },
  'esbuild-errors': {
    kind: 'bundler',
    verdict: '2 errors in 2 files',
    first: 'src/index.js:3:14 Could not resolve "lodash-missing"',
  },
  'rollup-error': {
    kind: 'bundler',
    verdict: '1 error',
    first: 'RollupError: Could not resolve "./nowhere.js" from "src/main.js"',
  },
  'vite-error': {
    kind: 'vite',
    verdict: '1 error in 1 file',
    first: "src/main.js:1:22 UNRESOLVED_IMPORT: Could not resolve './nowhere.js'",
  },
  'next-build': { kind: 'next', verdict: '27 routes', first: '' },
  'go-vet': { kind: 'go', verdict: '8 errors in 1 file', first: './main.go:17:2 self-assignment of g to g' },
  'go-mod-missing': {
    kind: 'go',
    verdict: '3 errors in 1 file',
    first: 'main.go:4:2 cannot find module providing package example.com/notthere/one',
  },
  'make-no-rule': {
    kind: 'make',
    verdict: '',
    first: "make[1]: *** No rule to make target 'missing.o', needed by 'libtax.a'.  Stop.",
  },
  'maven-unresolved': {
    kind: 'maven',
    verdict: '1 error, 1 warning, BUILD FAILURE',
    first: 'on project shop: Could not resolve dependencies',
  },
  'npm-install-404': {
    kind: 'npm',
    verdict: 'npm error E404',
    first: '404 Not Found - GET https://registry.example/nope-not-a-pkg-demo',
  },
  'npm-install-conflict': {
    kind: 'npm',
    verdict: 'npm error ERESOLVE',
    first: 'ERESOLVE unable to resolve dependency tree',
  },
  'pnpm-install': { kind: 'pnpm', verdict: 'resolved 62', first: '' },
  'pnpm-404': { kind: 'pnpm', verdict: '', first: 'Error: ERR_PNPM_PACKAGE_MANAGER_ADD_RESOLVE_LATEST' },
  'yarn-install': { kind: 'yarn', verdict: 'success Saved lockfile., Done in 3.88s.', first: '' },
  'yarn-404': {
    kind: 'yarn',
    verdict: '',
    first: `error Couldn't find package "nope-not-a-pkg-demo" on the "npm" registry.`,
  },
  'php-lint': {
    kind: 'php',
    verdict: '1 problem (1 error, 0 warnings) in 1 file, 6 files without syntax errors',
    first: 'src/Cart.php:2 syntax error, unexpected token "}", expecting ";"',
  },
  'prettier-check': {
    kind: 'format',
    verdict: '18 files not formatted',
    first: '[error] src/broken.js: SyntaxError: Unexpected token (1:7)',
  },
  'ruby-warnings': {
    kind: 'ruby',
    verdict: '2 problems (1 error, 1 warning) in 2 files',
    first: 'lib/store.rb:3 syntax error, unexpected instance variable',
  },
  'pip-missing': {
    kind: 'pip',
    verdict: '',
    first:
      'ERROR: Could not find a version that satisfies the requirement nosuch-pkg-demo==9 (from versions: none)',
  },
  'apt-update': {
    kind: 'apt',
    verdict: 'Fetched 241 kB',
    first: 'E: Unable to locate package nosuchpkg-demo',
  },
  'gem-missing': {
    kind: 'bundler',
    verdict: '',
    first: "ERROR:  Could not find a valid gem 'nosuch-gem-demo'",
  },
  'bundle-fails': { kind: 'bundler', verdict: '', first: 'Could not reach host' },
};

describe('a recorded short build', () => {
  test.each(Object.entries(result))('%s is understood', (name, { kind, verdict, first }) => {
    const known = understandRecording(name);
    expect(known.kind).toBe(kind);
    expect(known.verdict).toContain(verdict);
    expect(known.facts[0] ?? '').toContain(first);
  });
});
