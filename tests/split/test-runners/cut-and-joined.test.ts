import { describe, expect, test } from 'vitest';
import { lines, viewOfCommand } from '#tests/support/view-of-command.ts';

const viewOf = async (command: string, text: string, exitCode: number) =>
  (await viewOfCommand(command, text, exitCode)).text;

describe('a report that was cut', () => {
  const rule = (title: string) => `${'='.repeat(30)} ${title} ${'='.repeat(30)}`;
  const progress = lines(
    40,
    (at) => `test_p.py::test_even[${at}] ${at % 10 === 7 ? 'FAILED' : 'PASSED'}          [ ${at * 2}%]`,
  );

  test('pytest’s progress counts where its summary is missing', async () => {
    const head = `${rule('test session starts')}\ncollected 50 items\n\n${progress}test_p.py::test_td ERROR   [ 98%]\n`;
    const view = await viewOf('pytest -v | head -60', head, 0);
    expect(view).toMatch(/exit 0, 4 failed, 1 error, 36 passed of 50 tests, stopped before its report/);
    expect(view).toContain('test_p.py test_even[7]');
    const dotted = `${rule('test session starts')}\ncollected 50 items\n\ntest_a.py ..F.s  [ 10%]\ntest_b.py ...E`;
    expect(await viewOf('pytest', `${dotted}\n${lines(30, (at) => `waiting ${at}`)}`, 137)).toMatch(
      /1 failed, 1 error, 6 passed, 1 skipped of 50 tests, stopped before its report/,
    );
  });

  test('what a test printed is no failure, though the heading above it is missing', async () => {
    const block = (at: number) =>
      `____________ test_${at} ____________\n\n    def test_${at}():\n>       assert ${at} == 0\nE       assert ${at} == 0\n\ntest_p.py:${at}: AssertionError\n`;
    const printed = '------------ Captured stdout call ------------\nFAILED fake.py::test_fake - printed\n';
    const summary = `${rule('short test summary info')}\n${lines(9, (at) => `FAILED test_p.py::test_${at + 1} - assert ${at + 1} == 0`)}`;
    const text = `${block(1)}${printed}${lines(8, (at) => block(at + 2))}${summary}${rule('9 failed, 30 passed in 0.04s')}\n`;
    const view = await viewOf('pytest | tail -99', text, 0);
    expect(view).toMatch(/exit 0, 9 failed, 30 passed/);
    expect(view).not.toContain('fake.py');
  });

  test('names of failures count though the heading of the summary is missing', async () => {
    const text = `${lines(20, (at) => `FAILED test_p.py::test_${at} - boom ${at}`)}${rule('20 failed, 30 passed in 0.04s')}\n`;
    expect(await viewOf('pytest | tail -21', text, 0)).toContain('test_p.py test_0: boom 0');
  });
});

describe('runs of two programs', () => {
  const tap = `1..60\n${lines(60, (at) => (at === 32 ? 'not ok 33 gen 33\n# (in test file bats/a.bats, line 39)' : `ok ${at + 1} gen ${at + 1}`))}`;
  const prove = (points: string) =>
    `t/a.t .... ${points}\n\n#   Failed test 'num 7'\n#   at t/a.t line 2.\n# Looks like you failed 1 test of 30.\nDubious, test returned 1 (wstat 256, 0x100)\nFailed 1/30 subtests\n\nTest Summary Report\n-------------------\nt/a.t  (Wstat: 256 (exited 1) Tests: 30 Failed: 1)\n  Failed test:  7\nFiles=1, Tests=30,  0 wallclock secs ( 0.00 usr +  0.01 sys =  0.01 CPU)\nResult: FAIL\n`;
  const points = `\n${lines(30, (at) => `${at === 6 ? 'not ' : ''}ok ${at + 1} - num ${at + 1}`)}1..30`;
  const ofBats = /TAP: 1 failed, 59 passed of 60 tests/;
  const ofProve = /prove: 1 failed, 29 passed or skipped of 30 tests, 1 file failed of 1/;

  test('points of TAP that prove did not print are reported beside it, before or behind', async () => {
    for (const run of [prove(''), prove(points)]) {
      for (const text of [tap + run, run + tap]) {
        const view = await viewOf('bats --tap a.bats; prove t', text, 1);
        expect(view).toMatch(ofBats);
        expect(view).toMatch(ofProve);
        expect(view).toContain('gen 33');
      }
    }
  });

  test('points that prove printed are counted by it alone', async () => {
    const view = await viewOf('prove -v t', prove(points), 1);
    expect(view).toMatch(/exit 1, 1 failed, 29 passed or skipped/);
    expect(view).not.toContain('TAP');
  });
});

describe('a test that is tried again', () => {
  test('passed in nextest if a later try did; the reason is that of the last try', async () => {
    const text = ` Nextest run ID 1f1b with nextest profile: default\n    Starting 42 tests across 1 binary\n${lines(40, (at) => `        PASS [   0.00${at % 9}s] app tests::ok_${at}`)}  TRY 1 FAIL [   0.010s] app tests::flaky\n  TRY 2 PASS [   0.009s] app tests::flaky\n  TRY 1 FAIL [   0.012s] app tests::bad\n  TRY 2 FAIL [   0.012s] app tests::bad\n──── TRY 2 STDERR:       app tests::bad\nthread 'tests::bad' panicked at src/lib.rs:30:9:\nassertion failed: x\n────────────\n     Summary [   1.006s] 42 tests run: 41 passed (1 flaky), 1 failed, 0 skipped\nerror: test run failed\n`;
    const view = await viewOf('cargo nextest run --retries 1', text, 100);
    expect(view).toMatch(/exit 100, 1 failed, 41 passed/);
    expect(view).toContain('src/lib.rs:30 app tests::bad: assertion failed: x');
    expect(view).not.toMatch(/^ app tests::flaky/m);
    expect(view).not.toContain('1 error');
  });

  test('passed in Jest if its file did', async () => {
    const failure = (name: string, received: string) =>
      `  ● ${name}\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 3\n    Received: ${received}\n\n      at Object.toBe (src/price.test.js:9:17)\n\n`;
    const retried = (name: string, received: string) =>
      failure(name, received).replace('\n\n', '\n\n    RETRY 1\n\n');
    const text = `PASS src/flaky.test.js\n${retried('flaky › ok at last', '0')}FAIL src/price.test.js\n${retried('price › adds', '1')}${failure('price › adds', '2')}${lines(40, (at) => `PASS src/m${at}.test.js`)}\nTest Suites: 1 failed, 41 passed, 42 total\nTests:       1 failed, 61 passed, 62 total\nTime:        1.2 s\n`;
    const view = await viewOf('npx jest', text, 1);
    expect(view).toContain(
      'src/price.test.js:9 price › adds: expect(received).toBe(expected); expected 3, got 2',
    );
    expect(view).not.toContain('flaky ›');
  });
});

test('a report of more than nine failures has a failure in each of its blocks', async () => {
  const blocks = lines(
    12,
    (at) =>
      `${String(at + 1).padStart(3)}) Failure:\nShopTest#test_${at} [test/shop_test.rb:${at + 20}]:\n${at === 9 ? 'the till is open' : `Expected: ${at}\n  Actual: nil`}\n`,
  );
  const text = `Run options: --seed 1\n\n# Running:\n\n${'F'.repeat(12)}\n\nFinished in 0.01s.\n\n${blocks}\n40 runs, 40 assertions, 12 failures, 0 errors, 0 skips\n`;
  const view = await viewOf('ruby test/shop_test.rb', text, 1);
  expect(view).toContain('12 failed, 28 passed');
  expect(view).toContain('test/shop_test.rb:29 ShopTest#test_9: the till is open');
});

test('packages in which no test ran are not said to be fine only', async () => {
  const text = lines(60, (at) => `ok  \texample.test/shop/p${at}\t0.01s [no tests to run]`);
  expect(await viewOf('go test -run Nope ./...', text, 0)).toContain('60 packages ok, no tests to run');
});

test('a test of Perl fails where its subtest does, with what that got', async () => {
  const text = `\n    #   Failed test 'right result'\n    #   at t/a.t line 31.\n    #          got: 'b%3b'\n    #     expected: 'b%3B'\n    # Looks like you failed 1 test of 1.\n\n#   Failed test 'escapes'\n#   at t/a.t line 32.\n# Looks like you failed 1 test of 32.\nt/a.t .. \nDubious, test returned 1 (wstat 256, 0x100)\nFailed 1/32 subtests\n${lines(40, (at) => `t/b${at}.t .. ok`)}\nTest Summary Report\n-------------------\nt/a.t  (Wstat: 256 (exited 1) Tests: 32 Failed: 1)\n  Failed test:  7\nFiles=41, Tests=400,  3 wallclock secs ( 0.00 usr +  0.01 sys =  0.01 CPU)\nResult: FAIL\n`;
  const view = await viewOf('prove t', text, 1);
  expect(view).toMatch(/t\/a\.t:31 right result: expected b%3B, got b%3b/);
  expect(view).not.toContain('t/a.t:32');
});

describe('a failure is shown once', () => {
  test('though it failed in each of several runs', async () => {
    const failure = `FAIL: test_sum (test_b.Sums.test_sum)\n${'-'.repeat(70)}\nTraceback (most recent call last):\n  File "/app/test_b.py", line 6, in test_sum\n    self.assertEqual(1, 2)\nAssertionError: 1 != 2\n\n`;
    const run = `${'.'.repeat(30)}F\n${'='.repeat(70)}\n${failure}${'-'.repeat(70)}\nRan 31 tests in 0.002s\n\nFAILED (failures=1)\n`;
    const waiting = lines(60, (at) => `waiting for the next run, step ${at} of sixty`);
    const view = await viewOf('for i in 1 2 3; do python -m unittest; done', run + waiting + run + run, 1);
    expect(view).toContain('3 failed, 90 passed of 93 tests, in 3 runs (1 failed, 30 passed; ');
    expect(view).toContain('AssertionError: 1 != 2 (×3)');
    expect(view).not.toContain('also:');
  });

  test('and a test that failed with the tests inside it is named', async () => {
    const points = lines(60, (at) => `ok ${at + 1} - case ${at}\n  ---\n  duration_ms: 0.${at + 10}\n  ...`);
    const inside =
      "    not ok 1 - kid\n      ---\n      location: '/app/a.test.js:5:64'\n      failureType: 'testCodeFailure'\n      error: 'kid boom'\n      ...\n    1..1\n";
    const parent =
      "not ok 61 - parent of it\n  ---\n  failureType: 'subtestsFailed'\n  error: '1 subtest failed'\n  ...\n";
    const text = `TAP version 13\n${points}${inside}${parent}1..61\n# tests 62\n# pass 60\n# fail 2\n`;
    expect(await viewOf('node --test', text, 1)).toContain('failed with their subtests: parent of it');
  });
});

test('a test that CTest did not run is named', async () => {
  const points = lines(
    40,
    (at) =>
      `      Start ${at}: t${at}\n${at}/41 Test #${at}: t${at} ........................   Passed    0.01 sec`,
  );
  const text = `${points}41/41 Test #41: t41 ........................***Not Run (Disabled)   0.00 sec\n\n100% tests passed, 0 tests failed out of 40\n\nThe following tests did not run:\n\t 41 - t41 (Disabled)\n`;
  const view = await viewOf('ctest', text, 0);
  expect(view).toContain('40 passed, 0 failed, 1 disabled');
  expect(view).toContain('t41 (Disabled)');
});
