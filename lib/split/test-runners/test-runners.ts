import type { Summarizer } from '../summarizer.ts';
import { ava } from './ava.ts';
import { bats } from './bats.ts';
import { bunTest } from './bun-test.ts';
import { busted } from './busted.ts';
import { cargoTest } from './cargo-test.ts';
import { catch2 } from './catch2.ts';
import { coverageTable } from './coverage-table.ts';
import { ctest } from './ctest.ts';
import { cucumber } from './cucumber.ts';
import { denoTest } from './deno-test.ts';
import { dotnetTest } from './dotnet-test.ts';
import { exunit } from './exunit.ts';
import { goTest, goTestJson } from './go-test.ts';
import { gradleTest } from './gradle-test.ts';
import { gtest } from './gtest.ts';
import { jasmine } from './jasmine.ts';
import { jest } from './jest.ts';
import { jsonReport } from './json-report.ts';
import { junitXml } from './junit-xml.ts';
import { karma } from './karma.ts';
import { minitest } from './minitest.ts';
import { mocha } from './mocha.ts';
import { nextest } from './nextest.ts';
import { nodeTap } from './node-tap.ts';
import { nodeTest } from './node-test.ts';
import { phpunit } from './phpunit.ts';
import { playwright } from './playwright.ts';
import { prefixedTests } from './prefixed-tests.ts';
import { prove } from './prove.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import { surefire } from './surefire.ts';
import { tap } from './tap.ts';
import { testUnit } from './test-unit.ts';
import { unittest } from './unittest.ts';
import { uvu } from './uvu.ts';
import { vitest } from './vitest.ts';

/** Runners are tried in this order. */
const runners: readonly Summarizer[] = [
  junitXml,
  jsonReport,
  goTestJson,
  vitest,
  jest,
  ava,
  nodeTest,
  playwright,
  bunTest,
  denoTest,
  jasmine,
  karma,
  cucumber,
  nodeTap,
  uvu,
  mocha,
  tap,
  prove,
  pytest,
  unittest,
  goTest,
  nextest,
  cargoTest,
  surefire,
  gradleTest,
  rspec,
  minitest,
  testUnit,
  phpunit,
  dotnetTest,
  ctest,
  gtest,
  catch2,
  bats,
  exunit,
  busted,
  coverageTable,
];

export const testRunners: readonly Summarizer[] = [...runners, prefixedTests(runners)];
