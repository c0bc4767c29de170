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
    expect(known).toMatchObject({ kind: 'gradle test', verdict: '2 failed, 18 passed, 1 skipped' });
    expect(known.facts).toEqual([
      'RatesTest.java:12 RatesTest > addsAQuarterAZone():',
      'AssertionFailedError: expected: <4.4> but was: <4.375>',
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
      verdict: '1 failed, 20 passed, 2 skipped, in 35 ms',
    });
    expect(known.facts[0]).toBe('/src/parcel/RatesTest.cs:12 Parcel.Tests.RatesTest.AddsAQuarterAZone:');
    expect(known.facts[1]).toContain('Assert.Equal() Failure: Values differ');
    expect(known.facts[1]).toContain('4.375');
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
    expect(known.facts.slice(0, 2)).toEqual([
      'rates_test.go:12 TestRate:',
      'Not equal: a zone is a quarter; expected 4.4, got 4.375',
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
    expect(known.facts.slice(0, 2)).toEqual([
      'src/lib.rs:30 tests::rate:',
      'assertion failed: `(left == right)`; expected 4.4, got 4.375',
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
    expect(known.verdict).toBe('1 failed, 1 passed');
    expect(known.facts.slice(0, 2)).toEqual([
      'RatesTest.java:12 addsAQuarterAZone(parcel.RatesTest):',
      'AssertionError: expected:<4.4> but was:<4.375>',
    ]);
  });

  test('a project of vitest, with colour and without', () => {
    for (const label of ['|unit| ', ' unit  ']) {
      const known = understandTests(
        ` RUN  v3.2.4 /src\n\n FAIL  ${label}test/rates.test.ts > rate > adds\nAssertionError: expected 1 to be 2\n ❯ test/rates.test.ts:3:4\n⎯⎯⎯[1/1]⎯\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n`,
      );
      expect(known.facts.slice(0, 2)).toEqual([
        'test/rates.test.ts:3 rate adds:',
        'AssertionError: expected 1 to be 2',
      ]);
    }
  });

  test('an error outside tests, and no tests at all: vitest', () => {
    const outside = understandTests(
      ' RUN  v3.2.4 /src\n\n⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯\n\nVitest caught 1 unhandled error during the test run.\n\n⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯\nError: socket hang up\n ❯ src/client.ts:9:3\n⎯⎯⎯⎯⎯⎯\n\n Test Files  3 passed (3)\n      Tests  7 passed (7)\n     Errors  1 error\n',
    );
    expect(outside.verdict).toBe('7 passed, 1 error outside tests, 3 files');
    expect(outside.facts.join(' ')).toContain('socket hang up');
    expect(outside.tellsFailure).toBe(true);
    const none = understandTests('No test files found, exiting with code 1\n', { command: 'npx vitest run' });
    expect(none).toMatchObject({ verdict: 'no test files found', tellsFailure: true });
  });
});
