import { describe, expect, test } from 'vitest';
import { lines, viewOfCommand } from '#tests/support/view-of-command.ts';

const viewOf = async (command: string, text: string, exitCode = 0) =>
  (await viewOfCommand(command, text, exitCode)).text;

describe('lines with a file and a line number that report no error', () => {
  test('notes of a compiler', async () => {
    const text = `# example.test/shop\n${lines(60, (at) => `shop/price.go:${at + 3}:6: can inline add${at}`)}`;
    expect(await viewOf("go build -gcflags='-m' ./shop", text)).not.toContain('error');
  });

  test('coverage by function', async () => {
    const rows = lines(60, (at) => `example.test/p${at % 5}.go:${at}:\tadd${at}\t\t${at % 3 ? 100 : 0}.0%`);
    const view = await viewOf('go tool cover -func=c.out', `${rows}total:\t\t(statements)\t71.3%\n`);
    expect(view).not.toContain('error');
    expect(view).toContain('71.3%');
  });
});

test('a target without a rule is reported beside those that failed', async () => {
  const end =
    "make: *** [Makefile:8: f3.o] Error 1\nmake: *** No rule to make target 'missing.h', needed by 'lib'.\n";
  const view = await viewOf('make -k', `${lines(50, (at) => `cc -c f${at}.c -o f${at}.o`)}${end}`, 2);
  expect(view).toContain('failed: f3.o (Makefile:8, Error 1)');
  expect(view).toContain("No rule to make target 'missing.h', needed by 'lib'");
});

test('each linter counts its own lines', async () => {
  const ruff = `${lines(12, (at) => `src/m${at % 4}.py:${at + 1}:1: F401 [*] \`os\` imported but unused`)}Found 12 errors.\n`;
  const pylint = `************* Module src.m1\n${lines(30, (at) => `src/m1.py:${at + 1}:0: C0114: Missing module docstring (missing-module-docstring)`)}\nYour code has been rated at 4.29/10\n`;
  const view = await viewOf('ruff check src; pylint src', ruff + pylint, 30);
  expect(view).toContain('ruff: 12 problems in 4 files');
  expect(view).toMatch(/pylint: 30 problems \(.*\) in 1 file/);
});

test('where a warning is, is not where the error is', async () => {
  const box = (title: string, where: string) =>
    `╷\n│ ${title}\n│ \n│   with ${where},\n│   on main.tf line 12:\n│ \n╵\n`;
  const created = lines(40, (at) => `aws_subnet.s[${at}]: Creation complete after 2s [id=subnet-${at}a]`);
  const text =
    created +
    box('Error: creating EC2 Subnet: InvalidSubnet.Conflict', 'aws_subnet.s[6]') +
    box('Warning: Argument is deprecated', 'aws_eip.e');
  const view = await viewOf('terraform apply -auto-approve', text, 1);
  expect(view).toContain('Error: creating EC2 Subnet: InvalidSubnet.Conflict; with aws_subnet.s[6]');
  expect(view).not.toMatch(/Error: .*aws_eip/);
});

test('threads that helgrind announces are no errors', async () => {
  const block = (title: string) =>
    `==9== ${title}\n==9==    at 0x48: start (ts.c:3)\n==9==    by 0x49: main (ts.c:20)\n==9== \n`;
  const text = `==9== Helgrind, a thread error detector\n==9== Command: ./ts\n==9== \n${block('Thread #3 was created')}${block('Thread #2 was created')}${lines(20, (at) => `working on ${at}`)}==9== Possible data race during write of size 4 at 0x10C014 by thread #3\n==9== Locks held: none\n==9==    at 0x109: bump (ts.c:7)\n==9== \n==9== ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 0 from 0)\n`;
  const view = await viewOf('valgrind --tool=helgrind ./ts', text);
  expect(view).toContain('Possible data race during write of size 4');
  expect(view).not.toMatch(/^ Thread #\d was created/m);
});

test('a message of pylint with a line break is one of its messages', async () => {
  const rows = lines(
    40,
    (at) => `src/a.py:${at + 1}:0: C0114: Missing module docstring (missing-module-docstring)`,
  );
  const text = `************* Module a\n${rows}src/a.py:1:0: R0801: Similar lines in 2 files\n==a:[3:9]\n==b:[8:14]\n        return 1 (duplicate-code)\n\nYour code has been rated at 8.35/10\n`;
  const view = await viewOf('pylint src', text, 8);
  expect(view).toContain('41 problems');
  expect(view).toMatch(/missing-module-docstring 40, R0801 1/);
});

describe('what is planned is not what was done', () => {
  test('a file whose compilation failed was not compiled, though make ignored that', async () => {
    const text = `${lines(60, (at) => `  CC   obj/${at}.o`)}make: [Makefile:3: obj/23.o] Error 1 (ignored)\n`;
    const view = await viewOf('make -i', text);
    expect(view).toContain('1 failure ignored: obj/23.o, 60 compilations begun');
    expect(view).not.toContain('60 files compiled');
  });

  test('apt prints its plan before it fails', async () => {
    const plan =
      'The following packages will be upgraded:\n  libc6 zlib1g\n2 upgraded, 0 newly installed, 0 to remove and 1 not upgraded.\n';
    const text = `${plan}${lines(60, (at) => `Get:${at} https://deb.example.org stable/main lib${at} amd64 1.${at} [10 kB]`)}dpkg: error processing package zlib1g (--configure):\n`;
    const view = await viewOf('apt-get upgrade -y', text, 100);
    expect(view).toContain('planned: 2 upgraded, 0 newly installed');
    expect(view).toContain('to be upgraded (2): libc6, zlib1g');
  });

  test('Maven has no count of errors where tests failed at their first try', async () => {
    const classes = lines(
      30,
      (at) =>
        `[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in com.ex.T${at}Test`,
    );
    const flake =
      '[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.2 s <<< FAILURE! - in com.ex.PayTest\n[ERROR] com.ex.PayTest.pay  Time elapsed: 0.05 s  <<< FAILURE!\njava.lang.AssertionError: expected:<1> but was:<2>\n\n';
    const results =
      '[INFO] Results:\n[INFO]\n[WARNING] Flakes:\n[WARNING] com.ex.PayTest.pay\n[ERROR]   Run 1: PayTest.pay:33 expected:<1> but was:<2>\n[INFO]   Run 2: PASS\n[WARNING] Tests run: 155, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1\n[INFO] BUILD SUCCESS\n';
    const view = await viewOf('mvn test', `[INFO] Scanning for projects...\n${classes}${flake}${results}`);
    expect(view).not.toContain('0 errors');
    expect(view).toContain('BUILD SUCCESS');
    expect(view).toContain('155 passed, 1 of them flaky');
  });
});
