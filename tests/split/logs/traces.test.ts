import { describe, expect, test } from 'vitest';
import { logs } from '#lib/split/logs/logs.ts';
import { recording } from '#scripts/split/recordings.ts';
import { type Run, understandText } from '#tests/support/understand-text.ts';

const understand = (text: string, run: Run = { exitCode: 1 }) => understandText(text, logs, run);

describe('stack traces', () => {
  test('frames of .NET are read, with the inner error (written by hand, from its documentation)', () => {
    const { facts } = understand(
      'Unhandled exception. System.InvalidOperationException: no total\n' +
        " ---> System.Collections.Generic.KeyNotFoundException: The given key 'cake' was not present\n" +
        '   at System.Collections.Generic.Dictionary`2.get_Item(TKey key)\n' +
        '   at Shop.Prices.Of(String name) in /app/Prices.cs:line 12\n' +
        '   --- End of inner exception stack trace ---\n' +
        '   at Shop.Program.Main(String[] args) in /app/Program.cs:line 4\n',
    );
    expect(facts).toContain('System.InvalidOperationException: no total');
    expect(
      facts.some((fact) => fact.startsWith('root cause: System.Collections.Generic.KeyNotFoundException')),
    ).toBe(true);
    expect(facts).toContain('at /app/Prices.cs:12 Shop.Prices.Of(String name), called at /app/Program.cs:4');
  });

  test('code that was installed is told apart from the own', () => {
    const { facts } = understand(
      'TypeError: argument must be a function\n' +
        '    at use (/app/node_modules/router/index.js:392:13)\n' +
        '    at new Shop (/app/lib/shop.js:22:5)\n' +
        '    at node:internal/main:1:1\n',
    );
    expect(facts).toEqual([
      'TypeError: argument must be a function',
      'own code at /app/lib/shop.js:22:5 new Shop',
      'thrown at /app/node_modules/router/index.js:392:13 use',
    ]);
  });

  test('causes between the error and the first one are reported, each by what only it says', () => {
    const { facts } = understand(
      'Exception in thread "main" com.example.shop.ImportException: import stopped\n' +
        '\tat com.example.shop.Import.load(Import.java:13)\n\tat com.example.shop.Main.main(Main.java:4)\n' +
        'Caused by: com.example.shop.RowException: row 7\n\tat com.example.shop.Import.row(Import.java:9)\n\t... 2 more\n' +
        'Caused by: org.json.ParseException: java.lang.NumberFormatException: For input "x"\n\tat org.json.Reader.read(Reader.java:30)\n\t... 3 more\n' +
        'Caused by: java.lang.NumberFormatException: For input "x"\n\tat java.base/java.lang.Double.parse(Double.java:1)\n\tat org.json.Reader.number(Reader.java:99)\n\t... 4 more\n',
    );
    expect(facts).toEqual([
      'com.example.shop.ImportException: import stopped',
      'root cause: java.lang.NumberFormatException: For input "x"',
      'at Import.java:13 com.example.shop.Import.load, called at Main.java:4',
      'through: com.example.shop.RowException: row 7 at Import.java:9; org.json.ParseException',
    ]);
  });

  test('goroutines are counted by what they do, and are no traces of their own', () => {
    const others = Array.from(
      { length: 30 },
      (_, n) =>
        `\ngoroutine ${n + 18} [${n < 20 ? 'runnable' : 'select, 3 minutes'}]:\nmain.run.func1()\n\t/app/main.go:38\nruntime.goexit()\n\t/usr/lib/go/src/runtime/asm_amd64.s:1594 +0x1\ncreated by main.run in goroutine 1\n\t/app/main.go:38 +0x247\n`,
    ).join('');
    const { verdict, facts } = understand(
      `panic: no ledger\n\ngoroutine 1 [running]:\nmain.(*ledger).post(...)\n\t/app/main.go:16\nmain.main()\n\t/app/main.go:24 +0x6c\n${others}exit status 2\n`,
    );
    expect(verdict).toBe('31 goroutines (20 runnable, 10 select, 1 running)');
    expect(facts).toEqual([
      'panic: no ledger',
      'at /app/main.go:16 main.(*ledger).post, called at main.go:24',
    ]);
  });

  test.each([
    [
      'the fields of an error of Node',
      'ConfigError: no settings\n    at file:///app/main.mjs:5:18 {\n  [cause]: Error: ENOENT: no such file\n      at async Promise.all (index 0)\n      at async read (file:///app/lib/read.mjs:3:1) {\n    errno: -2\n  }\n}\n',
      ['ConfigError: no settings', 'root cause: Error: ENOENT: no such file', 'at /app/main.mjs:5:18'],
    ],
    [
      'the list of causes of Rust',
      'Error: could not start\n\nCaused by:\n    0: reading prices\n    1: No such file (os error 2)\n',
      ['Error: could not start', 'root cause: No such file (os error 2)', 'through: reading prices'],
    ],
    [
      'an outcome of PHP',
      'PHP Fatal error:  Uncaught PDOException: refused in /app/Db.php:12\nStack trace:\n#0 /app/Repo.php(20): connect()\n#1 {main}\n\nNext RepoException: cannot read in /app/Repo.php:24\nStack trace:\n#0 /app/run.php(7): orders()\n#1 {main}\n',
      [
        'RepoException: cannot read',
        'root cause: PDOException: refused',
        'at /app/Repo.php:24, called at /app/run.php:7',
      ],
    ],
    [
      'a cause of Ruby',
      "/app/shop.rb:12:in `price': no price (ShopError)\n\tfrom /app/run.rb:4:in `<main>'\n/app/db.rb:4:in `fetch': key not found: :x (KeyError)\n\tfrom /app/shop.rb:11:in `price'\n",
      [
        'no price (ShopError)',
        'root cause: key not found: :x (KeyError)',
        'at /app/shop.rb:12, called at /app/run.rb:4',
      ],
    ],
    [
      'Elixir (written by hand, from its documentation)',
      '** (KeyError) key :price not found\n    (elixir 1.15.0) lib/map.ex:501: Map.fetch!/2\n    (shop 0.1.0) lib/cart.ex:12: Shop.Cart.total/1\n',
      ['(KeyError) key :price not found', 'at lib/cart.ex:12 Shop.Cart.total/1'],
    ],
  ])('%s: error, cause and place are reported', (_, text, expected) => {
    const { verdict, facts } = understand(text);
    expect(verdict).toBe('');
    for (const fact of expected) expect(facts).toContain(fact);
  });

  test('errors of a group of Python are reported one by one', () => {
    const { verdict, facts } = understand(
      '  + Exception Group Traceback (most recent call last):\n  |   File "/app/main.py", line 12, in <module>\n  |     run()\n  | ExceptionGroup: tasks failed (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n' +
        '    | Traceback (most recent call last):\n    |   File "/app/main.py", line 5, in fetch\n    |     raise ValueError("page 7")\n    | ValueError: page 7\n    +---------------- 2 ----------------\n' +
        '    | Traceback (most recent call last):\n    |   File "/app/main.py", line 6, in fetch\n    |     raise KeyError("x")\n    | KeyError: x\n    +------------------------------------\n',
    );
    expect(verdict).toBe('3 stack traces');
    expect(facts).toContain('ExceptionGroup: tasks failed (2 sub-exceptions)');
    expect(facts).toContain('9: ValueError: page 7 at main.py:5 fetch');
  });

  test('the same trace again is counted', () => {
    const trace =
      'RangeError: page 7 does not exist\n    at read (/app/pages.js:3:1)\n    at main (/app/main.js:9:2)\n';
    const { verdict, facts } = understand(trace.repeat(40));
    expect(verdict).toBe('40 stack traces');
    expect(facts[0]).toBe('RangeError: page 7 does not exist (one of 40 alike)');
  });

  test('goroutines beside the one that panicked are no part of it', () => {
    const { facts } = understand(recording('logs/go').text);
    expect(facts).toEqual([
      'panic: runtime error: index out of range [0] with length 0',
      'at /tmp/demo/app/main.go:7 main.(*order).first, called at main.go:11',
      'before: step 79 of the import finished, all rows accepted by the store',
    ]);
  });

  test('what a failed assertion of Rust compared is reported, and what came before it', () => {
    const { facts } = understand(recording('logs/rust-assertion').text, { exitCode: 101 });
    expect(facts).toEqual([
      'assertion `left == right` failed: prices do not add up\nleft: 6\nright: 7',
      'at src/main.rs:9:5',
      'before: step 39 of the import finished, all rows accepted by the store',
    ]);
  });

  test('an assertion of an older Rust is read to its place (written by hand, from its documentation)', () => {
    const { facts } = understand(
      "up\nthread 'main' panicked at 'assertion failed: `(left == right)`\n  left: `1`,\n right: `2`', src/main.rs:2:5\n",
    );
    expect(facts[0]).toBe("assertion failed: `(left == right)`\nleft: `1`,\nright: `2`', src/main.rs:2:5");
  });

  test('what looks like a comparison behind other output is no part of a panic', () => {
    const { facts } = understand("thread 'main' panicked at src/a.rs:1:2:\nno\nmenu:\n  left: home\n");
    expect(facts[0]).toBe('no');
  });

  test('what a tool says of the program it runs is not what came before', () => {
    const { facts } = understand(
      "     Running `target/debug/shop`\nthread 'main' panicked at src/a.rs:1:2:\nno\n",
    );
    expect(facts).toEqual(['no', 'at src/a.rs:1:2']);
  });

  test.each([
    ['prose with at', 'We met\n    at the corner (see the map)\n    at 10:30\n'],
    ['a list with numbers', '#1 first thing\n#2 second thing\n'],
    ['steps with numbers', ' 1: read\n 2: write\n'],
  ])('%s is no trace', (_, text) => {
    expect(understand(text).kind).toBe('general');
  });

  test('no trace is looked for in source', () => {
    const { text } = recording('logs/java');
    expect(understand(text, { type: 'file', language: 'java', title: 'A.java' }).kind).toBe('general');
  });

  test.each([
    'java',
    'python-context',
    'go',
    'rust-assertion',
    'rust-backtrace',
    'asan',
    'valgrind',
    'node-cause',
    'php',
    'ruby',
    'gdb',
  ])('%s cut anywhere is read without a fault', (name) => {
    const { text } = recording(`logs/${name}`);
    for (let end = text.length; end > 0; end -= 53) understand(text.slice(0, end));
  });

  test('ten thousand traces are counted, and some held', () => {
    const text = Array.from({ length: 10_000 }, (_, n) => `Error: e\n    at f (/app/a${n}.js:1:1)\n`).join(
      '',
    );
    const { verdict, sections } = understand(text);
    expect(verdict).toBe('10,000 stack traces');
    expect(Math.max(...sections.map(({ facts }) => facts.length))).toBeLessThanOrEqual(210);
  });
});

test('a trace after one whose last cause has no frames of its own is another one', () => {
  const frames = Array.from({ length: 6 }, () => '\tat shop.Cart.total(Cart.java:12)');
  const trace = (head: string) => [
    `${head}java.lang.RuntimeException: deep`,
    ...frames,
    'Caused by: java.lang.IllegalStateException: cause',
    '\t... 72 more',
  ];
  const run = [...trace(''), 'recovered', ...trace('Exception in thread "main" ')];
  expect(
    understand([...run, 'started', ...run, ''].join('\n'), { command: 'java B; java B', exitCode: 1 })
      .verdict,
  ).toBe('4 stack traces');
});

test('a syntax error of Python is what its lines say, not the line before it', () => {
  const text = [
    "Compiling '/srv/m9.py'...",
    '  File "/srv/bad.py", line 1',
    '    def f(:',
    '          ^',
    'SyntaxError: invalid syntax',
    '',
  ].join('\n');
  const { facts } = understand(text, { command: './compile.sh', exitCode: 1 });
  expect(facts[0]).toContain('SyntaxError: invalid syntax');
  expect(facts.join('\n')).not.toContain('Compiling');
});

describe('errors of commands', () => {
  test('errors are counted by program and reason, beside what was printed', () => {
    const denied = Array.from({ length: 50 }, (_, n) => `find: '/srv/private-${n}': Permission denied`);
    const text = ['/srv/a.txt', ...denied, '/srv/b.txt', 'find: File system loop: Input/output error'].join(
      '\n',
    );
    const { verdict, facts, findings } = understand(`${text}\n`, {
      command: './collect.sh',
      exitCode: 1,
    });
    expect(verdict).toBe('51 errors');
    expect(facts[0]).toBe(
      "find: Permission denied ×50, first at 2: find: '/srv/private-0': Permission denied",
    );
    expect(findings).toContain('1: /srv/a.txt');
  });

  test('a program without errors of that kind is none', () => {
    expect(understand('all: good\nnothing: to see\n', { command: './run.sh' }).kind).toBe('general');
  });
});
