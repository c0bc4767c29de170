import type { Summarizer } from '../summarizer.ts';
import { ava } from './ava.ts';
import { cargoTest } from './cargo-test.ts';
import { ctest } from './ctest.ts';
import { dotnetTest } from './dotnet-test.ts';
import { goTest } from './go-test.ts';
import { goTestJson } from './go-test-json.ts';
import { gradleTest } from './gradle-test.ts';
import { gtest } from './gtest.ts';
import { jest } from './jest.ts';
import { jsonReport } from './json-report.ts';
import { junitXml } from './junit-xml.ts';
import { minitest } from './minitest.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { phpunit } from './phpunit.ts';
import { playwright } from './playwright.ts';
import { prove } from './prove.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import { surefire } from './surefire.ts';
import { tap } from './tap.ts';
import { unittest } from './unittest.ts';
import { vitest } from './vitest.ts';

/** In the order they are asked. */
export const testRunners: readonly Summarizer[] = [
  junitXml,
  jsonReport,
  goTestJson,
  vitest,
  jest,
  ava,
  nodeTest,
  playwright,
  mocha,
  tap,
  prove,
  pytest,
  unittest,
  goTest,
  cargoTest,
  surefire,
  gradleTest,
  rspec,
  minitest,
  phpunit,
  dotnetTest,
  ctest,
  gtest,
];
