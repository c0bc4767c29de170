import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanTerminalText } from '#lib/tools/clean-terminal-text.ts';
import { recording } from '#scripts/split/recordings.ts';
import { understandRecording } from './understand-tests.ts';

/** Recording, kind, what the first line tells, and the first facts by rank. */
const understood: [name: string, kind: string, verdict: string, facts: string[]][] = [
  [
    'ava-fail',
    'ava',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests',
    [
      'test/ava/label.js:5',
      'expected York`, got YORK`',
      'label › puts the town in capitals:',
      "test/ava/label.js:8 label › needs no town: Error thrown in test: TypeError 'Cannot read properties of undefined (reading \\'toUpperCase\\')', (at src/rates.js:16)",
    ],
  ],
  ['ava-pass', 'ava', '42 passed, 0 failed, 1 todo of 43 tests', []],
  [
    'ava-tap',
    'TAP',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests',
    [
      'label › puts the town in capitals:',
      'expected York`, got YORK`',
      "src/rates.js:16 label › needs no town: Cannot read properties of undefined (reading \\'toUpperCase\\')",
      'src/rates.js 2',
    ],
  ],
  [
    'bats-pretty',
    'bats',
    '2 failed, 2 passed, 1 skipped of 5 tests',
    [
      'test/bats/rates.bats:6',
      '`[ "$output" = 4.4 ]\' failed',
      'adds a quarter a zone:',
      "test/bats/rates.bats:9 refuses what is too heavy: `price 20000' failed",
    ],
  ],
  [
    'bats-tap',
    'TAP',
    '2 failed, 2 passed, 1 skipped of 5 tests',
    [
      'test/bats/rates.bats:6',
      '`[ "$output" = 4.4 ]\' failed',
      'adds a quarter a zone:',
      "test/bats/rates.bats:9 refuses what is too heavy: `price 20000' failed no band for 20000 g",
    ],
  ],
  [
    'bun-fail',
    'bun test',
    '8 failed, 9 passed, 1 skipped, 1 todo of 19 tests, 2 files failed of 2, in 75.00ms',
    [
      'test/bun/label.test.js:4',
      'expect(received).toBe(expected); expected York", got YORK"',
      'label > puts the town in capitals:',
      "test/bun/label.test.js:5 label > needs no town: TypeError: undefined is not an object (evaluating 'town.toUpperCase') (at src/rates.js:16)",
    ],
  ],
  ['bun-pass', 'bun test', '8 passed, 0 failed, 11 filtered out, 2 files, in 36.00ms', []],
  [
    'busted-fail',
    'busted',
    '1 failed, 1 error, 1 passed, 1 pending of 4 tests, in 0.00806 seconds',
    [
      'lua/rates_spec.lua:4',
      'rate adds a quarter a zone:',
      'lua/rates_spec.lua:4: Expected objects to be equal.; expected (number) 4.4000000000000003553, got (number) 4.375',
      'lua/rates_spec.lua:5 rate refuses what is too heavy: lua/rates_spec.lua:1: no band for 20000 g',
    ],
  ],
  [
    'cargo-colour',
    'cargo test',
    '4 failed, 10 passed, 1 ignored of 15 tests, in 0.09s',
    [
      'src/lib.rs:16',
      'no band for 20000 g',
      'tests::refuses_what_is_too_heavy:',
      'src/lib.rs:47 tests::town_is_known: called `Option::unwrap()` on a `None` value',
    ],
  ],
  [
    'cargo-fail',
    'cargo test',
    '4 failed, 10 passed, 1 ignored of 15 tests, in 0.00s',
    [
      'src/lib.rs:30',
      'assertion `left == right` failed: a zone is a quarter; left 4.375, right 4.4',
      'tests::adds_a_quarter_a_zone:',
      'src/lib.rs:16 tests::refuses_what_is_too_heavy: no band for 20000 g',
    ],
  ],
  [
    'cargo-no-fail-fast',
    'cargo test',
    '6 failed, 12 passed, 1 ignored of 19 tests, in 0.51s',
    [
      'src/lib.rs:30',
      'assertion `left == right` failed: a zone is a quarter; left 4.375, right 4.4',
      'tests::adds_a_quarter_a_zone:',
      'src/lib.rs:16 tests::refuses_what_is_too_heavy: no band for 20000 g',
    ],
  ],
  ['cargo-pass', 'cargo test', '10 passed, 0 failed, 5 filtered out, in 0.00s', []],
  [
    'cargo-quiet',
    'cargo test',
    '6 failed, 12 passed, 1 ignored of 19 tests, in 0.46s',
    [
      'src/lib.rs:16',
      'no band for 20000 g',
      'tests::refuses_what_is_too_heavy:',
      'src/lib.rs:47 tests::town_is_known: called `Option::unwrap()` on a `None` value',
    ],
  ],
  [
    'catch2-fail',
    'C++ tests',
    '2 failed, 1 passed of 3 tests',
    [
      'test/cpp/catch.cc:8',
      'REQUIRE( rate(400) == 4.4 ) with expansion: 4.375 == 4.4',
      'adds a quarter a zone near:',
      'test/cpp/catch.cc:11 refuses what is too heavy: due to unexpected exception with message: no band',
    ],
  ],
  ['catch2-pass', 'C++ tests', '1 passed, 0 failed', []],
  ['ctest-fail', 'ctest', '2 failed, 15 passed of 17 tests, in 0.08 sec', ['zones', 'label']],
  [
    'ctest-output',
    'ctest',
    'ctest: 2 failed, 15 passed of 17 tests, in 0.08 sec, gtest: 4 failed, 1 passed, 1 skipped of 6 tests',
    [
      'zones:',
      '/tmp/parcel/cpp/rates_test.cc:16: Failure',
      '/tmp/parcel/cpp/rates_test.cc:16',
      'Expected equality of these values: rate(100, GetParam()) Which is: 4.375 3.5',
    ],
  ],
  ['ctest-pass', 'ctest', '14 passed, 0 failed, in 0.05 sec', []],
  [
    'cucumber-fail',
    'cucumber',
    '2 failed, 1 passed, 1 undefined of 4 tests, in 0m00.051s',
    [
      'features/rates.feature:6',
      'Then it costs 4.4 Expected values to be strictly equal: 4.375 !== 4.4',
      'adds a quarter a zone:',
      '(at /tmp/parcel/features/steps/rates.js:6)',
    ],
  ],
  [
    'deno-fail',
    'deno test',
    '4 failed, 9 passed, 1 ignored of 14 tests, in 372ms',
    [
      'test/deno/label_test.js:3',
      'puts the town in capitals:',
      "AssertionError: Expected values to be strictly equal: expected 'Ida\\nElm 3\\nYork', got 'Ida\\nElm 3\\nYORK'",
      'test/deno/rates_test.js:11 adds a quarter a zone: AssertionError: Expected values to be strictly equal: 4.375 !== 4.4',
    ],
  ],
  ['deno-pass-colour', 'deno test', '8 passed, 0 failed, 6 filtered out, in 358ms', []],
  [
    'doctest-fail',
    'C++ tests',
    '2 failed, 1 passed of 3 tests',
    [
      'test/cpp/doc.cc:8',
      'REQUIRE( rate(400) == 4.4 ) is NOT correct! values: REQUIRE( 4.375 == 4.4 )',
      'adds a quarter a zone near:',
      'test/cpp/doc.cc:11 refuses what is too heavy: test case THREW exception: no band',
    ],
  ],
  [
    'exunit-fail',
    'exunit',
    '2 failed, 1 passed, 1 skipped of 4 tests, in 0.06 seconds',
    [
      'test/rates_test.exs:7',
      'Assertion with == failed; expected 4.4, got 4.375',
      'test adds a quarter a zone (RatesTest):',
      'test/rates_test.exs:10 test refuses what is too heavy (RatesTest): ** (ArgumentError) no band for 20000 g (at lib/rates.ex:2)',
    ],
  ],
  [
    'go-fail',
    'go test',
    '2 failed (5 with subtests), 2 packages failed of 3, 1 without tests',
    [
      'broken/broken_test.go:5',
      'undefined: stamp',
      'example.test/parcel/broken [build failed]:',
      'rates_test.go:20 TestAddsAQuarterAZone: Rate(400, 1) = 4.375, want 4.4',
    ],
  ],
  [
    'go-json',
    'go test',
    '2 failed (5 with subtests), 1 passed (32 with subtests), 1 skipped of 4 tests, 1 package failed of 1',
    [
      'rates_test.go:20',
      'Rate(400, 1) = 4.375, want 4.4',
      'TestAddsAQuarterAZone:',
      'rates_test.go:29 TestZonesByName/near: got 4.375, want 3.5',
    ],
  ],
  [
    'go-panic',
    'go test',
    '1 failed, 1 package failed of 1',
    [
      '/tmp/parcel/go/rates/heavy_test.go:6',
      'panic: no band for 20000 g',
      'TestRefusesWhatIsTooHeavy:',
      '(at rates.go:16)',
    ],
  ],
  ['go-pass', 'go test', '3 passed (33 with subtests), 0 failed, 2 packages ok, 1 without tests', []],
  [
    'go-verbose',
    'go test',
    '2 failed (5 with subtests), 3 passed (34 with subtests), 1 skipped of 6 tests, 2 packages failed of 3, 1 without tests',
    [
      'broken/broken_test.go:5',
      'undefined: stamp',
      'example.test/parcel/broken [build failed]:',
      'rates_test.go:20 TestAddsAQuarterAZone: Rate(400, 1) = 4.375, want 4.4',
    ],
  ],
  [
    'gtest-colour',
    'gtest',
    '6 failed, 20 passed, 1 skipped of 27 tests, in 0 ms',
    [
      '/tmp/parcel/cpp/rates_test.cc:13',
      'Expected equality of these values: rate(400, 1) Which is: 4.375 4.4',
      'Rate.AddsAQuarterAZone:',
      'Rate.RefusesWhatIsTooHeavy: C++ exception with description "no band for 20000 g" thrown in the test body.',
    ],
  ],
  [
    'gtest-fail',
    'gtest',
    '6 failed, 20 passed, 1 skipped of 27 tests, in 0 ms',
    [
      '/tmp/parcel/cpp/rates_test.cc:13',
      'Expected equality of these values: rate(400, 1) Which is: 4.375 4.4',
      'Rate.AddsAQuarterAZone:',
      'Rate.RefusesWhatIsTooHeavy: C++ exception with description "no band for 20000 g" thrown in the test body.',
    ],
  ],
  ['gtest-pass', 'gtest', '19 passed, 0 failed, in 0 ms', []],
  [
    'jasmine-fail',
    'jasmine',
    '3 failed, 8 passed, 1 pending of 12 tests, in 0.043 seconds',
    [
      '/tmp/parcel/test/jasmine/rates.spec.js:11',
      'Expected 4.375 to be 4.4.',
      'rate adds a quarter a zone:',
      "test/jasmine/rates.spec.js:14 rate label puts the town in capitals: Expected 'Ida Elm 3 YORK' to equal 'Ida Elm 3 York'.",
    ],
  ],
  [
    'jest-colour',
    'jest',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests, 2 files failed of 2, in 1.037 s',
    [
      'test/jest/rates.test.js:35',
      'expect(received).toBe(expected); expected 4.4, got 4.375',
      'rate › adds a quarter a zone:',
      'test/jest/rates.test.js:38 rate › refuses what is too heavy: RangeError: no band for 20000 g (at src/rates.js:6)',
    ],
  ],
  [
    'jest-coverage',
    'jest',
    'not because of a test, 42 passed, 0 failed, 11 skipped, 1 todo of 54 tests, 2 files, in 0.706 s',
    [
      'Jest: Coverage for branches (75%) does not meet "global" threshold (100%)',
      'Jest: Coverage for functions (50%) does not meet "global" threshold (100%)',
      'coverage of All files: 78.26%',
    ],
  ],
  [
    'jest-fail',
    'jest',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests, 2 files failed of 2, in 1.103 s',
    [
      'test/jest/rates.test.js:35',
      'expect(received).toBe(expected); expected 4.4, got 4.375',
      'rate › adds a quarter a zone:',
      'test/jest/rates.test.js:38 rate › refuses what is too heavy: RangeError: no band for 20000 g (at src/rates.js:6)',
    ],
  ],
  [
    'jest-json',
    'jest report',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests, 2 files failed of 2',
    [
      '/tmp/parcel/test/jest/rates.test.js:35',
      'expect(received).toBe(expected); expected 4.4, got 4.375',
      'rate adds a quarter a zone:',
      'test/jest/rates.test.js:38 rate refuses what is too heavy: RangeError: no band for 20000 g (at src/rates.js:6)',
    ],
  ],
  ['jest-pass', 'jest', '42 passed, 0 failed, 11 skipped, 1 todo of 54 tests, 2 files, in 1.008 s', []],
  [
    'minitest-fail',
    'minitest',
    '3 failed, 1 error, 30 passed, 1 skipped of 35 tests, in 0.008660s',
    [
      'test/rates_test.rb:12',
      'ArgumentError: no band for 20000 g',
      'RatesTest#test_refuses_what_is_too_heavy:',
      '(at /tmp/parcel/rb/rates.rb:5)',
    ],
  ],
  [
    'minitest-verbose',
    'minitest',
    '3 failed, 1 error, 30 passed, 1 skipped of 35 tests, in 0.004924s',
    [
      'test/rates_test.rb:12',
      'ArgumentError: no band for 20000 g',
      'RatesTest#test_refuses_what_is_too_heavy:',
      '(at /tmp/parcel/rb/rates.rb:5)',
    ],
  ],
  [
    'mocha-c8',
    'mocha',
    'not because of a test, 42 passed, 0 failed, 1 pending of 43 tests, in 8ms',
    [
      'ERROR: Coverage for lines (78.26%) does not meet global threshold (90%)',
      'ERROR: Coverage for functions (50%) does not meet global threshold (100%)',
      'coverage of All files: 78.26%',
    ],
  ],
  [
    'mocha-dot-colour',
    'mocha',
    '9 failed, 43 passed, 2 pending of 54 tests, in 17ms',
    [
      '/tmp/parcel/test/mocha/label.js:5',
      'Expected values to be strictly equal: expected York, got YORK',
      'label puts the town in capitals:',
      "test/mocha/label.js:8 label needs no town: TypeError: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'mocha-json',
    'mocha report',
    '9 failed, 43 passed, 2 pending of 54 tests, in 11 ms',
    [
      '/tmp/parcel/test/mocha/label.js:5',
      "Expected values to be strictly equal: expected 'Ida\\nElm 3\\nYork', got 'Ida\\nElm 3\\nYORK'",
      'label puts the town in capitals:',
      "test/mocha/label.js:8 label needs no town: TypeError: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'mocha-min',
    'mocha',
    '6 failed, 31 passed, 2 pending of 39 tests, in 12ms',
    [
      '/tmp/parcel/test/mocha/rates.js:35',
      'Expected values to be strictly equal: 4.375 !== 4.4',
      'rate adds a quarter a zone:',
      'test/mocha/rates.js:38 rate refuses what is too heavy: RangeError: no band for 20000 g (at src/rates.js:6)',
    ],
  ],
  ['mocha-pass', 'mocha', '42 passed, 0 failed, 2 pending of 44 tests, in 12ms', []],
  [
    'mocha-spec',
    'mocha',
    '9 failed, 43 passed, 2 pending of 54 tests, in 22ms',
    [
      '/tmp/parcel/test/mocha/label.js:5',
      "Expected values to be strictly equal: expected 'Ida\\nElm 3\\nYork', got 'Ida\\nElm 3\\nYORK'",
      'label puts the town in capitals:',
      "test/mocha/label.js:8 label needs no town: TypeError: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'mocha-tap',
    'TAP',
    '9 failed, 43 passed, 2 skipped of 54 tests',
    [
      '/tmp/parcel/test/mocha/label.js:5',
      "Expected values to be strictly equal: expected 'Ida\\nElm 3\\nYork', got 'Ida\\nElm 3\\nYORK'",
      'label puts the town in capitals:',
      "test/mocha/label.js:8 label needs no town: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'mocha-xunit',
    'junit',
    '9 failed, 43 passed, 2 skipped of 54 tests, in 0.011 s',
    [
      '/tmp/parcel/test/mocha/label.js:5',
      "Expected values to be strictly equal: expected 'Ida\\nElm 3\\nYork', got 'Ida\\nElm 3\\nYORK'",
      'label puts the town in capitals:',
      "test/mocha/label.js:8 label needs no town: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'node-tap-16',
    'tap',
    '4 failed, 9 passed, 1 skipped of 14 tests, 2 files failed of 2, in 2s',
    [
      'test/tap/label.js:4',
      'expected York, got YORK',
      'puts the town in capitals:',
      'test/tap/rates.js:12 adds a quarter a zone: expected 4.4, got 4.375',
    ],
  ],
  [
    'node-tap-terse',
    'tap',
    '4 failed, 9 passed, 1 skipped of 14 tests, 2 files failed of 2',
    [
      'test/tap/label.js:4',
      'expected York, got YORK',
      'label > puts the town in capitals:',
      'test/tap/rates.js:12 rate > adds a quarter a zone: expected 4.4, got 4.375',
    ],
  ],
  [
    'node-tap',
    'TAP',
    '4 failed, 9 passed, 1 skipped of 14 tests',
    [
      'test/tap/label.js:4',
      'expected York, got YORK',
      'puts the town in capitals:',
      'test/tap/rates.js:12 adds a quarter a zone: expected 4.4, got 4.375',
    ],
  ],
  [
    'node-test-coverage',
    'node:test',
    'not because of a test, 31 passed, 0 failed, in 0.5 s',
    ['ℹ Error: 60.00% function coverage does not meet threshold of 100%.', 'coverage of all files: 78.26%'],
  ],
  [
    'node-test-dot',
    'node:test',
    '9 failed',
    [
      '/tmp/parcel/test/node/label.test.js:6',
      "Expected values to be strictly equal: expected 'Ida\\nElm 3\\nYork', got 'Ida\\nElm 3\\nYORK'",
      'puts the town in capitals:',
      "test/node/label.test.js:9 needs no town: TypeError: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'node-test-junit',
    'junit',
    '9 failed, 43 passed, 2 skipped of 54 tests',
    [
      '/tmp/parcel/test/node/label.test.js:6',
      "Expected values to be strictly equal: expected 'Ida\\nElm 3\\nYork', got 'Ida\\nElm 3\\nYORK'",
      'label puts the town in capitals:',
      "test/node/label.test.js:9 label needs no town: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  ['node-test-pass', 'node:test', '31 passed, 0 failed, in 0.4 s', []],
  [
    'node-test-spec',
    'node:test',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests, in 0.4 s',
    [
      'test/node/label.test.js:6',
      "Expected values to be strictly equal: expected 'Ida\\nElm 3\\nYork', got 'Ida\\nElm 3\\nYORK'",
      'puts the town in capitals:',
      "test/node/label.test.js:9 needs no town: TypeError: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'node-test-tap',
    'TAP',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests',
    [
      '/tmp/parcel/test/node/label.test.js:6',
      'Expected values to be strictly equal: expected Ida Elm 3 York, got Ida Elm 3 YORK',
      'puts the town in capitals:',
      "test/node/label.test.js:9 needs no town: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'phpunit-fail',
    'phpunit',
    '4 failed, 1 error, 31 passed, 1 skipped of 37 tests, in 00:00.011',
    [
      '/tmp/parcel/php/tests/RatesTest.php:20',
      'RangeException: no band for 20000 g',
      'RatesTest::testRefusesWhatIsTooHeavy:',
      '(at Rates.php:9)',
    ],
  ],
  ['phpunit-pass', 'phpunit', '30 passed, 0 failed, in 00:00.003', []],
  [
    'phpunit-testdox',
    'phpunit',
    '4 failed, 1 error, 31 passed, 1 skipped of 37 tests, in 00:00.008',
    [
      '/tmp/parcel/php/tests/RatesTest.php:15',
      'Failed asserting that 4.375 is identical to 4.4.',
      'Adds a quarter a zone:',
      'tests/RatesTest.php:20 Refuses what is too heavy: RangeException: no band for 20000 g (at Rates.php:9)',
    ],
  ],
  [
    'playwright-fail',
    'playwright',
    '4 failed, 30 passed, 1 skipped of 35 tests, in 2.8s',
    [
      'test/play/quote.spec.js:7',
      'expect(received).toBe(expected); expected 4.4, got 4.375',
      'rate › adds a quarter a zone:',
      'test/play/quote.spec.js:10 rate › refuses what is too heavy: RangeError: no band for 20000 g (at src/rates.js:6)',
    ],
  ],
  [
    'playwright-json',
    'playwright report',
    '4 failed, 30 passed, 1 skipped of 35 tests, in 3,210 ms',
    [
      'test/play/quote.spec.js:7',
      'expect(received).toBe(expected); expected 4.4, got 4.375',
      'rate › adds a quarter a zone:',
      'test/play/quote.spec.js:10 rate › refuses what is too heavy: RangeError: no band for 20000 g (at src/rates.js:6)',
    ],
  ],
  [
    'playwright-line',
    'playwright',
    '4 failed, 30 passed, 1 skipped of 35 tests, in 3.2s',
    [
      'test/play/quote.spec.js:7',
      'expect(received).toBe(expected); expected 4.4, got 4.375',
      'rate › adds a quarter a zone:',
      'test/play/quote.spec.js:10 rate › refuses what is too heavy: RangeError: no band for 20000 g (at src/rates.js:6)',
    ],
  ],
  [
    'prove-fail',
    'prove',
    '2 failed, 45 passed or skipped of 47 tests, 2 files failed of 3, in 0 wallclock secs',
    [
      't/rates.t:4',
      'expected 4.4, got 4.375',
      'adds a quarter a zone:',
      't/rates.t:5 lists items: Structures begin differing at: expected 8.5, got 8.7',
    ],
  ],
  ['prove-pass', 'prove', '12 passed or skipped, 0 failed, 1 file, in 0 wallclock secs', []],
  [
    'prove-verbose',
    'prove',
    '2 failed, 45 passed or skipped of 47 tests, 2 files failed of 3, in 1 wallclock secs',
    [
      't/rates.t:4',
      'expected 4.4, got 4.375',
      'adds a quarter a zone:',
      't/rates.t:5 lists items: Structures begin differing at: expected 8.5, got 8.7',
    ],
  ],
  [
    'pytest-crash',
    'pytest',
    'no tests ran, in 0.03s',
    ['/tmp/parcel/py/conftest_crash.py:2 RuntimeError: the plan has no zones'],
  ],
  [
    'pytest-fail',
    'pytest',
    '8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed of 55 tests, 1 warning, in 0.72s',
    [
      'tests/test_label.py:13',
      "AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
      'TestLabel::test_town_in_capitals:',
      "tests/test_label.py:16 TestLabel::test_needs_no_town: AttributeError: 'NoneType' object has no attribute 'upper' (at parcel/rates.py:17)",
    ],
  ],
  [
    'pytest-junit',
    'junit',
    '8 failed, 1 error, 44 passed, 2 skipped of 55 tests',
    [
      'tests/test_label.py:13',
      "AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
      'TestLabel test_town_in_capitals:',
      "tests/test_label.py:16 TestLabel test_needs_no_town: AttributeError: 'NoneType' object has no attribute 'upper' (at parcel/rates.py:17)",
    ],
  ],
  [
    'pytest-line',
    'pytest',
    '8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed of 55 tests, 1 warning, in 0.64s',
    [
      'tests/test_label.py:13',
      "AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
      'TestLabel::test_town_in_capitals:',
      "tests/test_label.py TestLabel::test_needs_no_town: AttributeError: 'NoneType' object has no attribute 'upper' (at parcel/rates.py:17)",
    ],
  ],
  [
    'pytest-native',
    'pytest',
    '8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed, 1 warning, in 0.06s',
    [
      'tests/test_label.py:13',
      "AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
      'TestLabel::test_town_in_capitals:',
      "tests/test_label.py:16 TestLabel::test_needs_no_town: AttributeError: 'NoneType' object has no attribute 'upper' (at parcel/rates.py:17)",
    ],
  ],
  [
    'pytest-none',
    'pytest',
    '8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed of 55 tests, 1 warning, in 0.79s',
    [
      'tests/test_label.py',
      'AssertionError...',
      'TestLabel::test_town_in_capitals:',
      "tests/test_label.py TestLabel::test_needs_no_town: AttributeError: '...",
    ],
  ],
  [
    'pytest-pass',
    'pytest',
    '44 passed, 0 failed, 11 deselected, 1 warning, in 0.07s',
    ['/tmp/parcel/py/tests/test_rates.py:41: DeprecationWarning: old rates are used'],
  ],
  [
    'pytest-quiet',
    'pytest',
    '8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed, 1 warning, in 0.76s',
    [
      'tests/test_label.py:13',
      "AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
      'TestLabel::test_town_in_capitals:',
      "tests/test_label.py:16 TestLabel::test_needs_no_town: AttributeError: 'NoneType' object has no attribute 'upper' (at parcel/rates.py:17)",
    ],
  ],
  [
    'pytest-short',
    'pytest',
    '8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed of 55 tests, 1 warning, in 1.04s',
    [
      'tests/test_label.py:8',
      'ConnectionError: printer is offline',
      'TestLabel::test_prints:',
      "tests/test_label.py:13 TestLabel::test_town_in_capitals: AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
    ],
  ],
  [
    'pytest-verbose-colour',
    'pytest',
    '8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed of 55 tests, 1 warning, in 0.17s',
    [
      'tests/test_label.py:13',
      "AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
      'TestLabel::test_town_in_capitals:',
      "tests/test_label.py:16 TestLabel::test_needs_no_town: AttributeError: 'NoneType' object has no attribute 'upper' (at parcel/rates.py:17)",
    ],
  ],
  [
    'pytest-xdist',
    'pytest',
    '8 failed, 1 error, 44 passed, 1 skipped, 1 xfailed, 1 warning, in 0.50s',
    [
      'tests/test_label.py:13',
      "AssertionError: assert 'Ida\\nElm 3\\nYORK' == 'Ida\\nElm 3\\nYork'",
      'TestLabel::test_town_in_capitals:',
      "tests/test_label.py:16 TestLabel::test_needs_no_town: AttributeError: 'NoneType' object has no attribute 'upper' (at parcel/rates.py:17)",
    ],
  ],
  [
    'qunit-fail',
    'TAP',
    '2 failed, 1 passed, 1 skipped of 4 tests',
    [
      '/tmp/parcel/test/qunit/rates.js:5',
      'failed; expected 4.4, got 4.375',
      'rate > adds a quarter a zone:',
      'test/qunit/rates.js:6 rate > refuses what is too heavy: Died on test #1: no band for 20000 g (at src/rates.js:6)',
    ],
  ],
  [
    'rspec-documentation',
    'rspec',
    '7 failed, 31 passed, 2 pending of 40 tests, in 0.01462 seconds',
    [
      'spec/rates_spec.rb:7',
      "expect(Rates.rate(400, 'near')).to eq 4.4; expected 4.4, got 4.375",
      'Rates adds a quarter a zone:',
      'spec/rates_spec.rb:11 Rates refuses what is too heavy: ArgumentError: no band for 20000 g (at rates.rb:5)',
    ],
  ],
  [
    'rspec-fail',
    'rspec',
    '7 failed, 31 passed, 2 pending of 40 tests, in 0.01274 seconds',
    [
      'spec/rates_spec.rb:7',
      "expect(Rates.rate(400, 'near')).to eq 4.4; expected 4.4, got 4.375",
      'Rates adds a quarter a zone:',
      'spec/rates_spec.rb:11 Rates refuses what is too heavy: ArgumentError: no band for 20000 g (at rates.rb:5)',
    ],
  ],
  ['rspec-pass', 'rspec', '30 passed, 0 failed, in 0.00268 seconds', []],
  [
    'surefire-fail',
    'surefire',
    '5 failed, 2 errors, 13 passed, 1 skipped of 21 tests',
    [
      'LabelTest.java:10',
      'AssertionFailedError: expected: <Ida Elm 3 York> but was: <Ida Elm 3 YORK>',
      'LabelTest.townInCapitals:',
      'LabelTest.java:15 LabelTest.needsNoTown: NullPointerException: Cannot invoke "String.toUpperCase()" because "town" is null (at Rates.java:20)',
    ],
  ],
  ['surefire-pass', 'surefire', '12 passed, 0 failed', []],
  [
    'surefire-quiet',
    'surefire',
    '5 failed, 2 errors, 13 passed, 1 skipped of 21 tests',
    [
      'LabelTest.java:10',
      'AssertionFailedError: expected: <Ida Elm 3 York> but was: <Ida Elm 3 YORK>',
      'LabelTest.townInCapitals:',
      'LabelTest.java:15 LabelTest.needsNoTown: NullPointerException: Cannot invoke "String.toUpperCase()" because "town" is null (at Rates.java:20)',
    ],
  ],
  [
    'tape-fail',
    'TAP',
    '3 failed, 30 passed, stopped before its plan',
    [
      '/tmp/parcel/test/tape/label.js:5',
      'should be strictly equal; expected Ida\\nElm 3\\nYork, got Ida\\nElm 3\\nYORK',
      'puts the town in capitals:',
      'test/tape/label.js:8 waits for the printer: printer is offline',
    ],
  ],
  [
    'test-unit-fail',
    'test-unit',
    '1 failed, 1 error, 1 passed, 1 skipped of 4 tests, in 0.026774015 seconds',
    [
      'test/tu/rates_test.rb:6',
      'expected 4.4, got 4.375',
      'test_adds_a_quarter_a_zone(RatesTest):',
      'test/tu/rates_test.rb:9 test_refuses_what_is_too_heavy(RatesTest): ArgumentError: no band for 20000 g',
    ],
  ],
  ['unittest-pass', 'unittest', '30 passed, 0 failed, in 0.001s', []],
  [
    'unittest-plain',
    'unittest',
    '4 failed (6 with subtests), 2 errors, 30 passed, 1 skipped, 1 failed as expected of 38 tests, in 0.004s',
    [
      '/tmp/parcel/py/unit/test_unit.py:35',
      "AttributeError: 'NoneType' object has no attribute 'upper'",
      'LabelTest.test_needs_no_town:',
      '(at parcel/rates.py:17)',
    ],
  ],
  [
    'unittest-verbose',
    'unittest',
    '4 failed (6 with subtests), 2 errors, 30 passed, 1 skipped, 1 failed as expected of 38 tests, in 0.002s',
    [
      '/tmp/parcel/py/unit/test_unit.py:35',
      "AttributeError: 'NoneType' object has no attribute 'upper'",
      'LabelTest.test_needs_no_town:',
      '(at parcel/rates.py:17)',
    ],
  ],
  [
    'uvu-fail',
    'uvu',
    '2 failed, 1 passed, 1 skipped of 4 tests, in 2.28ms',
    [
      '/tmp/parcel/test/uvu/rates.js:5',
      'Expected values to be strictly equal: expected 4.4, got 4.375',
      '"adds a quarter a zone":',
      'test/uvu/rates.js:6 "refuses what is too heavy": no band for 20000 g (at src/rates.js:6)',
    ],
  ],
  [
    'vitest-fail-colour',
    'vitest',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests, 2 files failed of 2, in 623ms',
    [
      'test/vitest/label.test.js:5',
      "AssertionError: expected 'Ida\\nElm 3\\nYORK' to be 'Ida\\nElm 3\\nYork'",
      'label puts the town in capitals:',
      "test/vitest/label.test.js:8 label needs no town: TypeError: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'vitest-json',
    'jest report',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests, 2 files failed of 2',
    [
      '/tmp/parcel/test/vitest/label.test.js:5',
      "AssertionError: expected 'Ida\\nElm 3\\nYORK' to be 'Ida\\nElm 3\\nYork'",
      'label puts the town in capitals:',
      "test/vitest/label.test.js:8 label needs no town: TypeError: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  [
    'vitest-junit',
    'junit',
    '9 failed, 43 passed, 2 skipped of 54 tests, in 0.033 s',
    [
      'test/vitest/label.test.js:5',
      "expected 'Ida\\nElm 3\\nYORK' to be 'Ida\\nElm 3\\nYork'",
      'label > puts the town in capitals:',
      "test/vitest/label.test.js:8 label > needs no town: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
  ['vitest-pass', 'vitest', '42 passed, 0 failed, 11 skipped, 1 todo of 54 tests, 2 files, in 605ms', []],
  [
    'vitest-tap',
    'TAP',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests',
    [
      '/tmp/parcel/test/vitest/label.test.js:5',
      'puts the town in capitals:',
      'expected \'Ida\\nElm 3\\nYORK\' to be \'Ida\\nElm 3\\nYork\'; expected "Ida Elm 3 York", got "Ida Elm 3 YORK"',
      "src/rates.js:16 needs no town: Cannot read properties of undefined (reading 'toUpperCase')",
    ],
  ],
  [
    'vitest-verbose',
    'vitest',
    '9 failed, 43 passed, 1 skipped, 1 todo of 54 tests, 2 files failed of 2, in 613ms',
    [
      'test/vitest/label.test.js:5',
      "AssertionError: expected 'Ida\\nElm 3\\nYORK' to be 'Ida\\nElm 3\\nYork'",
      'label puts the town in capitals:',
      "test/vitest/label.test.js:8 label needs no town: TypeError: Cannot read properties of undefined (reading 'toUpperCase') (at src/rates.js:16)",
    ],
  ],
];

const recorded = readdirSync(join(import.meta.dirname, '..', '..', 'fixtures', 'split', 'test-runners'))
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.slice(0, -'.txt'.length));
const cut = /… \(\+[\d,]+ characters\)$/;

describe('a recorded run of tests', () => {
  test.each(understood)('%s is understood', async (name, kind, verdict, facts) => {
    const known = await understandRecording(name);
    expect(known.faults).toEqual([]);
    expect([known.kind, known.verdict, known.facts.slice(0, 4)]).toEqual([kind, verdict, facts]);
  });

  test.each(understood)('%s is quoted literally', async (name) => {
    const text = await cleanTerminalText(recording(`test-runners/${name}`).text);
    const { quotes } = await understandRecording(name);
    for (const [fact, quoted] of quotes) {
      expect(fact).toContain(quoted);
      expect(text.includes(quoted.replace(cut, '')), quoted).toBe(true);
    }
  });

  test('is known here, all of them', () => {
    expect(recorded.toSorted()).toEqual(understood.map(([name]) => name).toSorted());
  });
});
