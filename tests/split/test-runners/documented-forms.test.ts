import { describe, expect, test } from 'vitest';
import { understandTests } from './understand-tests.ts';

/** Written by hand after the programs' documentation: they could not be run here, or these are older versions. */
describe('a form that is documented', () => {
  test('Gradle', () => {
    const known = understandTests(`> Task :test

RatesTest > addsAQuarterAZone() FAILED
    org.opentest4j.AssertionFailedError: expected: <4.4> but was: <4.375>
        at org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
        at parcel.RatesTest.addsAQuarterAZone(RatesTest.java:12)

LabelTest > needsNoTown() FAILED
    java.lang.NullPointerException at LabelTest.java:15

21 tests completed, 2 failed, 1 skipped

> Task :test FAILED
`);
    expect(known).toMatchObject({
      kind: 'gradle test',
      verdict: '2 failed, 18 passed, 1 skipped of 21 tests',
    });
    expect(known.facts).toEqual([
      'RatesTest.java:12',
      'AssertionFailedError: expected: <4.4> but was: <4.375>',
      'RatesTest > addsAQuarterAZone():',
      expect.stringContaining('LabelTest > needsNoTown(): '),
    ]);
  });

  test('dotnet test', () => {
    const known = understandTests(
      `  Determining projects to restore...
  Failed Parcel.Tests.RatesTest.AddsAQuarterAZone [5 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Expected: 4.4
Actual:   4.375
  Stack Trace:
     at Parcel.Tests.RatesTest.AddsAQuarterAZone() in /src/parcel/RatesTest.cs:line 12
   at System.RuntimeMethodHandle.InvokeMethod(Object target)

Failed!  - Failed:     1, Passed:    20, Skipped:     2, Total:    23, Duration: 35 ms - Parcel.Tests.dll (net8.0)
`,
      { command: 'dotnet test' },
    );
    expect(known).toMatchObject({
      kind: 'dotnet test',
      verdict: '1 failed, 20 passed, 2 skipped of 23 tests, in 35 ms',
    });
    expect(known.facts[0]).toBe('/src/parcel/RatesTest.cs:12');
    expect(known.facts[1]).toContain('Assert.Equal() Failure: Values differ');
    expect(known.facts[1]).toContain('4.375');
    expect(known.facts[2]).toBe('Parcel.Tests.RatesTest.AddsAQuarterAZone:');
  });

  test('testify', () => {
    const known = understandTests(`--- FAIL: TestRate (0.00s)
    rates_test.go:12: 
        	Error Trace:	/src/rates/rates_test.go:12
        	Error:      	Not equal: 
        	            	expected: 4.4
        	            	actual  : 4.375
        	Test:       	TestRate
        	Messages:   	a zone is a quarter
FAIL
FAIL	example.test/rates	0.003s
FAIL
`);
    expect(known.facts.slice(0, 3)).toEqual([
      'rates_test.go:12',
      'Not equal: a zone is a quarter; expected 4.4, got 4.375',
      'TestRate:',
    ]);
  });

  test('a panic as Rust told it before 1.73', () => {
    const known = understandTests(`running 1 test
test tests::rate ... FAILED

failures:

---- tests::rate stdout ----
thread 'tests::rate' panicked at 'assertion failed: \`(left == right)\`
  left: \`4.375\`,
 right: \`4.4\`', src/lib.rs:30:9

failures:
    tests::rate

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`);
    expect(known.verdict).toBe('1 failed, in 0.00s');
    expect(known.facts.slice(0, 3)).toEqual([
      'src/lib.rs:30',
      'assertion failed: `(left == right)`; left 4.375, right 4.4',
      'tests::rate:',
    ]);
  });

  test('surefire before 3.0', () => {
    const known = understandTests(`Running parcel.RatesTest
Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 sec <<< FAILURE!
addsAQuarterAZone(parcel.RatesTest)  Time elapsed: 0.007 sec  <<< FAILURE!
java.lang.AssertionError: expected:<4.4> but was:<4.375>
	at org.junit.Assert.fail(Assert.java:88)
	at parcel.RatesTest.addsAQuarterAZone(RatesTest.java:12)

Results :

Tests run: 2, Failures: 1, Errors: 0, Skipped: 0
`);
    expect(known.verdict).toBe('1 failed, 1 passed of 2 tests');
    expect(known.facts.slice(0, 3)).toEqual([
      'RatesTest.java:12',
      'AssertionError: expected:<4.4> but was:<4.375>',
      'addsAQuarterAZone(parcel.RatesTest):',
    ]);
  });

  test('a project of vitest, with colour and without', () => {
    for (const label of ['|unit| ', ' unit  ']) {
      const known = understandTests(
        ` RUN  v3.2.4 /src\n\n FAIL  ${label}test/rates.test.ts > rate > adds\nAssertionError: expected 1 to be 2\n ❯ test/rates.test.ts:3:4\n⎯⎯⎯[1/1]⎯\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n`,
      );
      expect(known.facts.slice(0, 3)).toEqual([
        'test/rates.test.ts:3',
        'AssertionError: expected 1 to be 2',
        'rate adds:',
      ]);
    }
  });

  test('an error outside tests, and no tests at all: vitest', () => {
    const outside = understandTests(
      ' RUN  v3.2.4 /src\n\n⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯\n\nVitest caught 1 unhandled error during the test run.\n\n⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯\nError: socket hang up\n ❯ src/client.ts:9:3\n⎯⎯⎯⎯⎯⎯\n\n Test Files  3 passed (3)\n      Tests  7 passed (7)\n     Errors  1 error\n',
    );
    expect(outside.verdict).toBe('7 passed, 1 error outside tests, 3 files');
    expect(outside.facts.join(' ')).toContain('socket hang up');
    expect(outside.explainsFailure).toBe(true);
    const none = understandTests('No test files found, exiting with code 1\n', { command: 'npx vitest run' });
    expect(none).toMatchObject({ verdict: 'no test files found', explainsFailure: true });
  });

  test('nextest', () => {
    const known = understandTests(`    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 0.10s
────────────
 Nextest run ID 1f1b2c3d with nextest profile: default
    Starting 3 tests across 1 binary
        PASS [   0.004s] (1/3) parcel tests::prices
        FAIL [   0.005s] (2/3) parcel tests::adds_a_quarter_a_zone
  stdout ───

    running 1 test
    test tests::adds_a_quarter_a_zone ... FAILED

    failures:

    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 2 filtered out; finished in 0.00s

  stderr ───

    thread 'tests::adds_a_quarter_a_zone' panicked at src/lib.rs:30:9:
    assertion \`left == right\` failed
      left: 4.375
     right: 4.4

  Cancelling due to test failure: 1 test still running
 TERMINATING [>  60.000s] parcel tests::label
     TIMEOUT [  61.000s] (3/3) parcel tests::label
────────────
     Summary [  61.006s] 3 tests run: 1 passed, 1 failed, 1 timed out, 4 skipped
        FAIL [   0.005s] (2/3) parcel tests::adds_a_quarter_a_zone
     TIMEOUT [  61.000s] (3/3) parcel tests::label
error: test run failed
`);
    expect(known).toMatchObject({
      kind: 'nextest',
      verdict: '1 failed, 1 timed out, 1 passed, 4 skipped of 7 tests, in 61.006s',
    });
    expect(known.facts).toEqual([
      'src/lib.rs:30',
      'assertion `left == right` failed; left 4.375, right 4.4',
      'parcel tests::adds_a_quarter_a_zone:',
      'parcel tests::label',
    ]);
  });

  test('karma', () => {
    const known =
      understandTests(`Chrome Headless 120.0.0.0 (Linux x86_64): Executed 1 of 3 SUCCESS (0 secs / 0.001 secs)
Chrome Headless 120.0.0.0 (Linux x86_64) rate adds a quarter a zone FAILED
	Expected 4.375 to be 4.4.
	    at UserContext.<anonymous> (test/rates.spec.js:11:65)
Chrome Headless 120.0.0.0 (Linux x86_64): Executed 2 of 3 (1 FAILED) (0 secs / 0.002 secs)
Chrome Headless 120.0.0.0 (Linux x86_64): Executed 3 of 3 (1 FAILED) (0.006 secs / 0.003 secs)
`);
    expect(known).toMatchObject({ kind: 'karma', verdict: '1 failed, 2 passed of 3 tests' });
    expect(known.facts).toEqual([
      'test/rates.spec.js:11',
      'Expected 4.375 to be 4.4.',
      'rate adds a quarter a zone:',
    ]);
  });

  test('behave', () => {
    const known = understandTests(`Failing scenarios:
  features/rates.feature:6  adds a quarter a zone

0 features passed, 1 failed, 0 skipped
3 scenarios passed, 1 failed, 0 skipped
11 steps passed, 1 failed, 0 skipped, 0 undefined
Took 0m0.002s
`);
    expect(known).toMatchObject({ kind: 'cucumber', verdict: '1 failed, 3 passed of 4 tests, in 0m0.002s' });
    expect(known.facts).toEqual(['features/rates.feature:6', 'adds a quarter a zone']);
  });

  test('gotestsum', () => {
    const known = understandTests(`✓  example.test/parcel/label (cached)
✖  example.test/parcel/rates (12ms)

=== Failed
=== FAIL: rates TestRate (0.00s)
    rates_test.go:20: Rate(400, 1) = 4.375, want 4.4

DONE 12 tests, 1 skipped, 1 failure in 0.123s
`);
    expect(known).toMatchObject({
      kind: 'go test',
      verdict: '1 failed, 10 passed, 1 skipped of 12 tests, in 0.123s',
    });
    expect(known.facts).toEqual(['rates_test.go:20', 'Rate(400, 1) = 4.375, want 4.4', 'TestRate:']);
  });

  test('tests that pytest only looked for did not run', () => {
    const text = 'tests/test_rates.py::test_rate\n\n12/20 tests collected (8 deselected) in 0.01s\n';
    const known = understandTests(text, { command: 'pytest --collect-only -q', exitCode: 0 });
    expect(known.verdict).toBe('12/20 tests collected (8 deselected), in 0.01s');
  });
});

test('with --output-on-failure, a test of ctest fails for what it printed below; a disabled one does not', () => {
  const text = [
    '      Start 1: lerp',
    '1/4 Test #1: lerp ..................***Failed    0.00 sec',
    '[ RUN  ] lerp',
    't.cpp:88: FAILED: slerp(q0,q1,0.5).w expected 0.923880 got 0.707107',
    '',
    '      Start 2: hash',
    '2/4 Test #2: hash ..................***Not Run (Disabled)   0.00 sec',
    '      Start 3: load',
    '3/4 Test #3: load ..................***Timeout   2.00 sec',
    '      Start 4: norm',
    'error: printed by the next test',
    '4/4 Test #4: norm ..................   Passed    0.00 sec',
    '',
    '33% tests passed, 2 tests failed out of 3',
    '',
    'Total Test time (real) =   2.04 sec',
    '',
    'The following tests did not run:',
    '\t  2 - hash (Disabled)',
    '',
    'The following tests FAILED:',
    '\t  1 - lerp (Failed)',
    '\t  3 - load (Timeout)',
    '',
  ].join('\n');
  const { verdict, facts } = understandTests(text, { command: 'ctest --output-on-failure', exitCode: 8 });
  expect(verdict).toBe('2 failed, 1 passed of 3 tests, 1 disabled, in 2.04 sec');
  expect(facts.join(' ')).toContain('slerp(q0,q1,0.5).w expected 0.923880 got 0.707107');
  expect(facts.join(' ')).not.toMatch(/printed by the next/);
});

test('what a test of ctest -V printed says why it failed', () => {
  const text = [
    '      Start  4: parse_hex',
    '4: /src/tests/parse_hex.c:12:parses_hex:PASS',
    ' 4/5 Test  #4: parse_hex ........................   Passed    0.01 sec',
    '      Start  5: parse_string',
    "5: /src/tests/parse_string.c:55:parses_pairs:FAIL: Expected 'a' Was 'b'",
    '5: /src/tests/parse_string.c:60:parses_more:PASS',
    ' 5/5 Test  #5: parse_string .....................***Failed    0.00 sec',
    '',
    '50% tests passed, 1 tests failed out of 2',
    '',
    'Total Test time (real) =   0.04 sec',
    '',
    'The following tests FAILED:',
    '\t  5 - parse_string (Failed)',
    '',
  ].join('\n');
  const { verdict, facts } = understandTests(text, { command: 'ctest -V', exitCode: 8 });
  expect(verdict).toBe('1 failed, 1 passed of 2 tests, in 0.04 sec');
  expect(facts.join(' ')).toContain("parses_pairs:FAIL: Expected 'a' Was 'b'");
});

test('totals of Maven count those of modules with flaky tests too', () => {
  const text = [
    '[INFO] Tests run: 36, Failures: 0, Errors: 0, Skipped: 1',
    '[WARNING] Tests run: 36, Failures: 0, Errors: 0, Skipped: 1, Flakes: 1',
    '[ERROR] Tests run: 36, Failures: 1, Errors: 1, Skipped: 1',
    '',
  ].join('\n');
  expect(understandTests(text, { command: 'mvn -B test' }).verdict).toBe(
    '1 failed, 1 error, 103 passed, 3 skipped of 108 tests, 1 of them flaky',
  );
});

test('tests of Gradle that pass when they are run again have not failed, and all that are listed count', () => {
  const text = [
    ...Array.from({ length: 20 }, (_, at) => `com.acme.Mod0Test > t${at}() PASSED`),
    'com.acme.Mod5Test > t2() FAILED',
    '    org.opentest4j.AssertionFailedError: expected: <3> but was: <4>',
    '',
    '7 tests completed, 1 failed',
    'com.acme.Mod8Test > t3() FAILED',
    '    java.net.SocketTimeoutException: Read timed out',
    '',
    'com.acme.Mod8Test > t3() PASSED',
    '',
  ].join('\n');
  const { verdict, facts } = understandTests(text, { command: './gradlew test --continue', exitCode: 1 });
  expect(verdict).toBe('1 failed, 21 passed of 22 tests, 1 test passed when run again');
  expect(facts.join('\n')).not.toContain('t3()');
});

test('a package that go test ran twice is reported as a sum of two runs', () => {
  const run = (outcome: string) =>
    `=== RUN   TestA\n--- ${outcome === 'ok' ? 'PASS' : 'FAIL'}: TestA (0.00s)\n${outcome}  \texample.test/a\t0.01s\n`;
  const text = `${run('FAIL').replace('FAIL  ', 'FAIL')}${run('ok')}`;
  const { verdict } = understandTests(text, { command: 'go test -v ./a || go test -v ./a', exitCode: 0 });
  expect(verdict).toContain('the sum of 2 runs of 1 package');
});

test('benchmarks of Go are counted, with the slowest', () => {
  const text = [
    ...Array.from(
      { length: 20 },
      (_, at) =>
        `BenchmarkOp${at}-8   \t${9_000 - at}\t     ${at === 7 ? 990_000 : 9_000 + at} ns/op\t  2 B/op`,
    ),
    'PASS',
    'ok  \texample.com/x\t140.2s',
    '',
  ].join('\n');
  expect(understandTests(text, { command: 'go test -bench . ./...', exitCode: 0 }).verdict).toBe(
    '1 package ok, 20 benchmarks (slowest: BenchmarkOp7-8, 990000 ns/op)',
  );
});

test('beside the runner that failed, the success of another is told', () => {
  const text = [
    'PASS src/a.test.ts',
    '',
    'Test Suites: 1 passed, 1 total',
    'Tests:       12 passed, 12 total',
    'Time:        1.1 s',
    'Ran all test suites.',
    '',
    'Running 2 tests using 1 worker',
    '',
    '  1) [firefox] › m0.spec.ts:44:1 › case 44 ───',
    '',
    '    Error: page.goto: net::ERR_CONNECTION_REFUSED',
    '',
    '      at m0.spec.ts:45:14',
    '',
    '  1 failed',
    '    [firefox] › m0.spec.ts:44:1 › case 44',
    '  1 passed (4.0s)',
    '',
  ].join('\n');
  const { verdict } = understandTests(text, { command: 'npm test', exitCode: 1 });
  expect(verdict).toContain('jest: 12 passed');
  expect(verdict).toContain('playwright: 1 failed, 1 passed');
});

test('failures with other values are not reported with those of the first', () => {
  const run = (values: readonly (readonly [number, number])[]) =>
    understandTests(
      `${values
        .map(
          ([got, want], at) =>
            `--- FAIL: TestX${at} (0.00s)\n    x_test.go:${at + 5}: status = ${got}, want ${want}\n`,
        )
        .join('')}FAIL\nFAIL\texample.test/b\t0.01s\n`,
      { command: 'go test ./...', exitCode: 1 },
    ).facts;
  expect(
    run([
      [500, 200],
      [403, 401],
    ]),
  ).toEqual(expect.arrayContaining([expect.stringContaining('status = 403, want 401')]));
  expect(
    run([
      [500, 200],
      [500, 200],
    ]).join(' '),
  ).toContain('(×2)');
  const many = run(Array.from({ length: 9 }, (_, at) => [500 + at, 200])).join(' ');
  expect(many).toContain('(one of 9, with other numbers)');
  expect(many).not.toContain('(×9)');
});

test('what Node calls to be done has not failed', () => {
  const failure = (name: string, mark: string) =>
    `✖ ${name} (0.8ms)${mark}\n  AssertionError [ERR_ASSERTION]: ${name} == 1\n      at TestContext.<anonymous> (file:///p/a.test.mjs:2:97)\n\n`;
  const text = `ℹ tests 2\nℹ pass 0\nℹ fail 1\nℹ todo 1\n\n✖ failing tests:\n\n${failure('case 9', ' # TODO')}${failure('case 50', '')}`;
  const { facts } = understandTests(text, { command: 'node --test', exitCode: 1 });
  expect(facts.join(' ')).toContain('case 50');
  expect(facts.join(' ')).not.toContain('case 9');
});

test('a test that passes and then has an error in its teardown is one test', () => {
  const text = [
    '============================= test session starts ==============================',
    'collected 2 items',
    '',
    'test_p.py .EF                                                            [100%]',
    '',
    '==================================== ERRORS ====================================',
    '_________________________ ERROR at teardown of test_td _________________________',
    '',
    'E       RuntimeError: lost connection',
    '',
    'test_p.py:11: RuntimeError',
    '=================================== FAILURES ===================================',
    '___________________________________ test_td ____________________________________',
    '',
    'E       assert 1 == 2',
    '',
    'test_p.py:13: AssertionError',
    '=========================== short test summary info ============================',
    'FAILED test_p.py::test_td - assert 1 == 2',
    'ERROR test_p.py::test_td - RuntimeError: lost connection',
    '==================== 1 failed, 1 passed, 1 error in 0.02s ======================',
    '',
  ].join('\n');
  const { verdict, facts } = understandTests(text, { command: 'pytest', exitCode: 1 });
  expect(verdict).toBe('1 failed, 1 error, 1 passed of 2 tests, in 0.02s');
  expect(facts.join('\n')).toMatch(/assert 1 == 2[\s\S]*RuntimeError: lost connection/);
});

test('each try of a test that Vitest repeats is the same failure', () => {
  const failure =
    ' FAIL  vt/a.test.ts > retry me\nAssertionError: expected 1 to be 2\n ❯ vt/a.test.ts:5:3\n\n';
  const text = ` RUN  v4.0.1 /p\n\n${failure}${failure}⎯⎯⎯\n\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed | 1 expected fail (4)\n   Duration  572ms\n`;
  const { verdict, facts } = understandTests(text, { command: 'npx vitest run', exitCode: 1 });
  expect(verdict).toContain('1 failed, 2 passed, 1 failed as expected of 4 tests');
  expect(facts.join('\n')).not.toContain('×2');
});

test('minitest: failures from the tenth on are read, too', () => {
  const block = (at: number) =>
    `${String(at).padStart(3)}) Failure:\nT#test_${at} [t.rb:${at}]:\nat ${at}\n\n`;
  const text = `Run options: --seed 1\n\n# Running:\n\nFinished in 0.1s, 1 runs/s\n\n${Array.from({ length: 12 }, (_, at) => block(at + 1)).join('')}12 runs, 12 assertions, 12 failures, 0 errors, 0 skips\n`;
  const { facts } = understandTests(text, { command: 'ruby t.rb', exitCode: 1 });
  expect(facts.join('\n')).toContain('T#test_12');
  expect(facts.join('\n')).toContain('one of 12, with other numbers');
});

test('bats: tests that did not run, and comments above the tests', () => {
  const pretty =
    ' ✓ one\n ✗ two\n   (in test file a.bats, line 3)\n\n4 tests, 1 failure, 1 skipped, 1 not run\n';
  const { verdict } = understandTests(pretty, { command: 'bats a.bats', exitCode: 1 });
  expect(verdict).toBe('1 failed, 1 passed, 1 skipped of 3 tests, 1 not run');
  const points =
    "1..2\n# starting\nok 1 one\nnot ok 2 two\n# (in test file a.bats, line 3)\n#   `false' failed\n";
  const { facts } = understandTests(points, { command: 'bats --tap a.bats', exitCode: 1 });
  expect(facts.join('\n')).toContain('two');
  expect(facts.join('\n')).not.toContain('starting');
});

test('TAP: lines of the program that begin with ok are no tests', () => {
  const text =
    'ok from the cache\nok from the cache\nTAP version 13\nok 1 - a\nok 2 - b\n1..2\n# tests 2\n# pass 2\n# fail 0\n';
  expect(understandTests(text, { command: 'node --test', exitCode: 0 }).verdict).toContain(
    '2 passed, 0 failed',
  );
});

test('Vitest: a round of the watch mode takes the place of the one before', () => {
  const round = (outcome: string) =>
    ` Test Files  ${outcome} (1)\n      Tests  ${outcome} (1)\n   Duration  1.20s\n\n`;
  const failure = ' FAIL  a.test.ts > adds\nAssertionError: expected 3 to be 4\n ❯ a.test.ts:5:3\n\n⎯⎯⎯\n\n';
  const text = ` RUN  v4.0.1 /p\n\n${round('1 passed')} RERUN  a.ts x1\n\n${failure}${round('1 failed')} FAIL  Tests failed. Watching for file changes...\n\n RERUN  a.ts x2\n\n${round('1 passed')}`;
  const { verdict, facts } = understandTests(text, { command: 'npx vitest', exitCode: 0 });
  expect(verdict).toContain('1 passed, 0 failed');
  expect(facts.join('\n')).not.toContain('adds');
});

test('why another process or a test file died', () => {
  const exunit = [
    '  1) test short item (StockTest)',
    '     test/depot_test.exs:11',
    '     ** (exit) exited in: GenServer.call(#PID<0.253.0>, :reserve, 500)',
    '         ** (EXIT) an exception was raised:',
    '             ** (CaseClauseError) no case clause matching: 1',
    '                 (depot 0.1.0) lib/depot.ex:9: Depot.Stock.handle_call/3',
    '                 (stdlib 4.2) gen_server.erl:1149: :gen_server.try_handle_call/4',
    '     code: assert Stock.reserve(p)',
    '',
    'Finished in 0.04 seconds',
    '1 tests, 1 failures',
    '',
  ].join('\n');
  const ofStock = understandTests(exunit, { command: 'mix test', exitCode: 2 }).facts.join('\n');
  expect(ofStock).toContain('no case clause matching: 1');
  expect(ofStock).toContain('lib/depot.ex:9');
  const prove = [
    't/next.t .. ',
    'ok 1 - a',
    'Can\'t locate object method "next" via package "Cron" at t/next.t line 3.',
    '# Looks like your test exited with 255 just after 1.',
    'Test Summary Report',
    '-------------------',
    't/next.t (Wstat: 65280 (exited 255) Tests: 1 Failed: 0)',
    '  Parse errors: Bad plan.  You planned 12 tests but ran 1.',
    'Files=1, Tests=1,  1 wallclock secs',
    '',
  ].join('\n');
  expect(understandTests(prove, { command: 'prove t', exitCode: 1 }).facts.join('\n')).toContain(
    'object method "next"',
  );
});

test('PHPUnit: the boxes of testdox are not part of the message', () => {
  const failure = (name: string, message: string) =>
    ` ✘ ${name}\n   ┐\n   ├ ${message}\n   │\n   ╵ /p/tests/${name}Test.php:7\n   ┴\n\n`;
  const text = `PHPUnit 11.5.0 by Sebastian Bergmann and contributors.\n\n${failure('Cart', 'Failed asserting that 3 is identical to 5.')}${failure('Coupon', 'Failed asserting that 9 is identical to 7.')}FAILURES!\nTests: 2, Assertions: 2, Failures: 2.\n`;
  const { facts } = understandTests(text, { command: 'vendor/bin/phpunit --testdox', exitCode: 1 });
  expect(facts.join('\n')).toContain('that 3 is identical to 5');
  expect(facts.join('\n')).toContain('that 9 is identical to 7');
  expect(facts.join('\n')).not.toMatch(/[┐├]/);
});
