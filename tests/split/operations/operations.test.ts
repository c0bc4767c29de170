import { describe, expect, test } from 'vitest';
import { helpText } from '#lib/split/operations/help-text.ts';
import { operations } from '#lib/split/operations/operations.ts';
import { understandText } from '#tests/support/understand-text.ts';
import { lines, viewOfCommand } from '#tests/support/view-of-command.ts';

/** Output as the programs' own documentation shows it, of those that cannot run here; and cases that no recording has. */
const report = (command: string, text: string, exitCode = 1) =>
  understandText(text, operations, { command, exitCode });

describe('a page of metrics', () => {
  const page = [
    '# HELP http_requests_total Requests',
    '# TYPE http_requests_total counter',
    'http_requests_total{path="/",code="200"} 8e2',
    'http_requests_total{path="/cart",code="200"} 434 1395066363000',
    'http_requests_total{path="/cart",code="500"} 7',
    '# TYPE payment_errors_total counter',
    'payment_errors_total{gateway="a"} 0',
    'payment_errors_total{gateway="b"} 57',
    '# TYPE up gauge',
    'up{job="db"} 1',
    'up{job="cache"} 0',
    '# TYPE wait_seconds histogram',
    'wait_seconds_bucket{le="0.1"} 820',
    'wait_seconds_sum 88.5',
    '# TYPE go_gc_errors gauge',
    'go_goroutines 41',
    'temperature NaN',
    '',
  ].join('\n');

  test('what is down and counters of errors that are not 0 come first, then each metric with its largest series', () => {
    const { kind, verdict, facts } = report('curl -s localhost:9090/metrics', page, 0);
    expect([kind, verdict]).toEqual(['metrics', '7 metrics, 10 samples']);
    expect(facts).toEqual([
      '11: up{job="cache"} 0',
      '8: payment_errors_total{gateway="b"} 57',
      '5: http_requests_total{path="/cart",code="500"} 7',
      'http_requests_total (counter): 3 series, sum 1,241, most 800: {path="/",code="200"}',
      'payment_errors_total (counter): 2 series, sum 57, most 57: {gateway="b"}',
      'up (gauge): 2 series, most 1: {job="db"}',
      'wait_seconds_sum: 88.5',
      'temperature: NaN',
    ]);
  });
});

test('benchmarks of commands: the fastest, the mean of each, and by how much', () => {
  const run = (at: number, name: string, time: string) => [
    `Benchmark ${at}: ${name}`,
    `  Time (mean ± σ):     ${time} ±  44.0 ms    [User: 12.9 ms, System: 1.6 ms]`,
    '  Range (min … max):    30.6 ms …  93.1 ms    6 runs',
    ' ',
  ];
  const text = [
    ...run(1, 'zstd -3', ' 55.1 ms'),
    ...run(2, 'bzip2', '440.1 ms'),
    '  Warning: Ignoring non-zero exit code.',
    'Summary',
    "  'zstd -3' ran",
    "    7.99 ± 6.38 times faster than 'bzip2'",
    '',
  ].join('\n');
  const { verdict, facts } = report("hyperfine 'zstd -3' bzip2", text, 0);
  expect(verdict).toBe('2 benchmarks, fastest: zstd -3');
  expect(facts).toEqual([
    'bzip2: Warning: Ignoring non-zero exit code.',
    'zstd -3: 55.1 ms',
    'bzip2: 440.1 ms',
    '7.99 times faster than bzip2',
  ]);
});

describe('strace', () => {
  const trace = [
    'execve("./sync", ["./sync"], 0x7ffd /* 9 vars */) = 0',
    'access("/etc/ld.so.preload", R_OK) = -1 ENOENT (No such file or directory)',
    'read(0, 0x7ffd, 1) = -1 EAGAIN (Resource temporarily unavailable)',
    '[pid  71]     0.000036 connect(4, {sa_family=AF_INET, sin_port=htons(8730)}, 16) = -1 ECONNREFUSED (Connection refused) <0.000067>',
    '[pid  71]     0.000040 connect(4, {sa_family=AF_INET, sin_port=htons(8730)}, 16) = -1 ECONNREFUSED (Connection refused) <0.000068>',
    'write(2, "sync: peer is away\\n", 19) = 19',
    'write(5, "no message of its own", 21) = 21',
    '--- SIGCHLD {si_signo=SIGCHLD} ---',
    'exit_group(4) = ?',
    '+++ exited with 4 +++',
    '',
  ].join('\n');

  test('shows the calls that failed, what was printed and how it ended', () => {
    const { verdict, facts, explainsFailure } = report('strace -f -r ./sync', trace, 4);
    expect([verdict, explainsFailure]).toEqual(['4 failed calls, exited with 4', true]);
    expect(facts).toEqual([
      '4: connect(4, {sa_family=AF_INET, sin_port=htons(8730)}, 16) ECONNREFUSED: Connection refused (×2)',
      '6: printed sync: peer is away',
    ]);
  });

  test('counts calls that are resumed, and none that data only names', () => {
    const lines = [
      'execve("./p", ["./p"], 0x7ffd /* 9 vars */) = 0',
      '[pid 100] mkdir("/r/0", 0777 <unfinished ...>',
      '[pid 99] read(3, "abc", 3) = 3',
      '[pid 100] <... mkdir resumed>) = -1 EACCES (Permission denied)',
      'read(3, "mkdir(\\"/a\\") = -1 EACCES (Permission denied)", 99) = 45',
      'write(2, "C:\\\\new done\\n", 20) = -1 EPIPE (Broken pipe)',
      '[pid 5] +++ killed by SIGSEGV +++',
      '',
    ];
    const { verdict, facts } = report('strace -f ./p', lines.join('\n'), 0);
    expect(verdict).toBe('2 failed calls, process 5 killed by SIGSEGV');
    expect(facts).toEqual([
      '4: mkdir EACCES: Permission denied',
      '6: write(2, "C:\\\\new done\\n", 20) EPIPE: Broken pipe',
    ]);
  });

  test('is recognised by its first call, but not in any text that names one', () => {
    expect(understandText(trace, operations, { command: 'sh trace.sh', exitCode: 4 }).kind).toBe('strace');
    expect(understandText('it calls execve("/bin/sh") here\n', operations, { command: 'sh x.sh' }).kind).toBe(
      'general',
    );
  });
});

describe('terraform', () => {
  const plan =
    'Terraform used the selected providers to generate the following execution plan.\n\nTerraform will perform the following actions:\n\n' +
    '  # aws_instance.web must be replaced\n-/+ resource "aws_instance" "web" {\n      ~ ami = "ami-1" -> "ami-2" # forces replacement\n    }\n\n' +
    '  # aws_db_instance.main will be destroyed\n  - resource "aws_db_instance" "main" {\n    }\n\n' +
    '  # aws_s3_bucket.logs will be updated in-place\n\nPlan: 2 to add, 1 to change, 2 to destroy.\n';

  test('a plan is summarized by its sum, what is destroyed and why', () => {
    const { verdict, facts, explainsFailure } = report('terraform plan', plan, 0);
    expect([verdict, explainsFailure]).toEqual(['Plan: 2 to add, 1 to change, 2 to destroy.', false]);
    expect(facts).toEqual([
      '5: aws_instance.web must be replaced',
      '7: ami = "ami-1" -> "ami-2" # forces replacement',
      '10: aws_db_instance.main will be destroyed',
      '14: aws_s3_bucket.logs will be updated in-place',
    ]);
  });

  test('an error has its resource and its place', () => {
    const error =
      '╷\n│ Error: creating EC2 Instance: InvalidAMIID.NotFound\n│ \n│   with aws_instance.web,\n│   on main.tf line 12, in resource "aws_instance" "web":\n│   12: resource "aws_instance" "web" {\n│ \n╵\n';
    const { facts, explainsFailure } = report('tofu apply', `${plan}${error}`);
    expect(explainsFailure).toBe(true);
    expect(facts[0]).toBe(
      'Error: creating EC2 Instance: InvalidAMIID.NotFound; with aws_instance.web,; on main.tf line 12, in resource "aws_instance" "web":',
    );
  });

  test('what was done before it failed is counted', () => {
    const done =
      'aws_instance.web[0]: Creation complete after 31s [id=i-1]\naws_instance.web[1]: Creation complete after 32s [id=i-2]\naws_db_instance.main: Destruction complete after 1m2s\n';
    expect(report('terraform apply', `${plan}${done}`).verdict).toBe(
      '2 created, 1 destroyed, Plan: 2 to add, 1 to change, 2 to destroy.',
    );
  });

  test('nothing to do is a verdict', () => {
    const none = 'No changes. Your infrastructure matches the configuration.\n';
    expect(report('terraform plan', none, 0).verdict).toBe(none.trim());
  });
});

test('a playbook is summarized by what failed, on which host, in which task', () => {
  const text =
    'PLAY [web] ****\n\nTASK [Gathering Facts] ****\nok: [web1]\nok: [web2]\n\nTASK [install nginx] ****\nok: [web1]\n' +
    'fatal: [web2]: FAILED! => {"changed": false, "msg": "No package matching \'nginx\' found available"}\n' +
    'fatal: [web3]: UNREACHABLE! => {"changed": false, "msg": "Failed to connect to the host via ssh", "unreachable": true}\n\n' +
    'PLAY RECAP ****\nweb1 : ok=2    changed=0    unreachable=0    failed=0\nweb2 : ok=1    changed=0    unreachable=0    failed=1\nweb3 : ok=0    changed=0    unreachable=1    failed=0\n';
  const { verdict, facts } = report('ansible-playbook site.yml', text, 2);
  expect(verdict).toBe('1 ok in the recaps');
  expect(facts.slice(0, 2)).toEqual([
    "install nginx: web2 failed: No package matching 'nginx' found available",
    'install nginx: web3 unreachable: Failed to connect to the host via ssh',
  ]);
  expect(facts).toContain('14: web2 ok=1 changed=0 unreachable=0 failed=1');
});

test('what kubectl describes is summarized by its warnings and states', () => {
  const text =
    'Name:         web-6f5d\nStatus:       Running\n    Last State:     Terminated\n      Reason:       OOMKilled\n      Exit Code:    137\n    Restart Count:  12\n  Ready             False\n' +
    'Events:\n  Type     Reason     Age                From               Message\n  ----     ------     ----               ----               -------\n' +
    '  Normal   Pulled     3m                 kubelet            Container image is present\n  Warning  BackOff    2m (x31 over 8m)   kubelet            Back-off restarting failed container\n';
  const { facts } = report('kubectl describe pod web-6f5d', text, 0);
  expect(facts[0]).toBe('web-6f5d: Reason: OOMKilled');
  expect(facts).toContain('web-6f5d: BackOff (2m (x31 over 8m)): Back-off restarting failed container');
  expect(facts.join('\n')).toContain('Reason: OOMKilled');
  expect(facts).toContain('web-6f5d: Exit Code: 137; Restart Count: 12');
});

test('ApacheBench and k6 are summarized by what failed', () => {
  const ab =
    'This is ApacheBench, Version 2.3\nBenchmarking localhost (be patient)\nComplete requests:      100\nFailed requests:        3\n   (Connect: 0, Receive: 0, Length: 3, Exceptions: 0)\nNon-2xx responses:      3\nRequests per second:    51.11 [#/sec] (mean)\n 100%     93 (longest request)\n';
  const one = report('ab -n 100 http://localhost/', ab, 0);
  expect(one.verdict).toBe(
    'Failed requests: 3, Non-2xx responses: 3, Requests per second: 51.11 [#/sec] (mean)',
  );
  expect(one.facts).toEqual([
    '3: Complete requests: 100',
    '5: (Connect: 0, Receive: 0, Length: 3, Exceptions: 0)',
    '8: 100% 93 (longest request)',
  ]);
  const two = report(
    'ab -n 100 http://localhost/',
    ab + ab.replace('51.11', '12.5').replace('requests:        3', 'requests:        7'),
    0,
  );
  for (const each of [
    'requests: 3, Failed requests: 7',
    'responses: 3 (×2)',
    ': 51.11 [#/sec] (mean), Requests per second: 12.5',
  ])
    expect(two.verdict).toContain(each);
  const k6 =
    '     ✗ status is 200\n      ↳  97% — ✓ 970 / ✗ 30\n     http_req_failed................: 3.00%  ✓ 30 ✗ 970\n';
  const found = report('k6 run load.js', k6, 99);
  expect([found.explainsFailure, found.facts[0]]).toEqual([true, '✗ status is 200; 97% — ✓ 970 / ✗ 30']);
});

test('a unit that failed is reported with what ended it', () => {
  const text =
    '× shop.service - Shop\n     Loaded: loaded (/etc/systemd/system/shop.service; enabled)\n     Active: failed (Result: exit-code) since Tue 2026-11-24 02:10:11 UTC; 5h ago\n    Process: 812 ExecStart=/srv/shop/run (code=exited, status=203/EXEC)\n';
  expect(report('systemctl status shop', text, 3).facts[0]).toBe(
    'shop.service: failed (Result: exit-code) since Tue 2026-11-24 02:10:11 UTC; 5h ago; 812 ExecStart=/srv/shop/run (code=exited, status=203/EXEC)',
  );
});

test('lines that say nothing of it are nothing', () => {
  for (const command of [
    'terraform fmt',
    'ansible --version',
    'kubectl apply -f x',
    'ab -V',
    'systemctl status x',
  ])
    expect(report(command, 'all is well\n'.repeat(30), 0).kind, command).toBe('general');
});

describe('valgrind', () => {
  const frames = (...locations: string[]) => [
    '==7==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)',
    ...locations.map((location) => `==7==    by 0x109210: ${location}`),
    '==7== ',
  ];
  const text = [
    '==7== Memcheck, a memory error detector',
    '==7== 27 bytes in 4 blocks are indirectly lost in loss record 1 of 2',
    ...frames('trim (conf.c:5)'),
    '==7== 208,000 (3,200 direct, 204,800 indirect) bytes in 200 blocks are definitely lost in loss record 2 of 2',
    ...frames('encode (main.c:6)', 'main (main.c:13)'),
    '==7== LEAK SUMMARY:',
    '==7==    definitely lost: 3,200 bytes in 200 blocks',
    '==7==      possibly lost: 0 bytes in 0 blocks',
    '==7== ',
    '==7== ERROR SUMMARY: 8 errors from 2 contexts (suppressed: 0 from 0)',
  ];
  const listed = [
    '==7== ',
    '==7== 2 errors in context 1 of 2:',
    '==7== Invalid write of size 2',
    ...frames('trim (conf.c:5)'),
    '==7== 6 errors in context 2 of 2:',
    '==7== Invalid write of size 2',
    ...frames('_IO_new_file (fileops.c:1)', 'trim (conf.c:5)'),
    '==7== ERROR SUMMARY: 8 errors from 2 contexts (suppressed: 0 from 0)',
  ];

  test('leaks are summarized by what allocated them, the sums once', () => {
    const { kind, verdict, facts } = report('valgrind ./a', text.join('\n'), 9);
    expect(kind).toBe('valgrind');
    expect(verdict).toBe('8 errors from 2 contexts, definitely lost 3,200 bytes in 200 blocks');
    expect(facts).toEqual(['208,000 bytes definitely lost at encode (main.c:6)']);
  });

  test('a leak that the list at the end repeats is one', () => {
    const repeated = [
      '==7== 1 errors in context 1 of 1:',
      '==7== 208,000 bytes in 200 blocks are definitely lost in loss record 2 of 2',
      ...frames('encode (main.c:6)', 'main (main.c:13)'),
    ];
    const { facts } = report('valgrind -v ./a', [...text, ...repeated].join('\n'), 9);
    expect(facts).toEqual(['208,000 bytes definitely lost at encode (main.c:6)']);
  });

  test('an error at one place of the program is one, however it came there', () => {
    const { facts } = report('valgrind -v ./a', [...text, ...listed].join('\n'), 9);
    expect(facts[0]).toBe('Invalid write of size 2 at trim (conf.c:5) (×8)');
  });
});

describe('help', () => {
  const help = [
    'Usage: pack [OPTION...] COMMAND',
    '',
    'Commands:',
    ...Array.from({ length: 12 }, (_, at) => `  do-${'abcdefghijkl'[at]}      Do something that fails`),
    '',
    'Output options:',
    '  -q, --quiet            give less output',
    '      --color[=WHEN]     treat errors as warnings',
    '',
    'General options:',
    ...Array.from({ length: 20 }, (_, at) => `      --opt-${'abcdefghijklmnopqrst'[at]}=N    ignore errors`),
    '',
  ].join('\n');
  const understandRun = (command: string) => understandText(help, [helpText], { command, exitCode: 0 });

  test('is summarized by its usage, and by the names of commands and options by group', () => {
    const { kind, verdict, facts, sections } = understandRun('pack --help');
    expect([kind, verdict]).toEqual(['help', '12 commands, 22 options, 3 groups']);
    expect(facts[0]).toBe('usage: pack [OPTION...] COMMAND');
    expect(sections.map(({ heading }) => heading)).toEqual([
      null,
      'Commands:',
      'Output options:',
      'General options:',
    ]);
    expect(facts).toEqual(expect.arrayContaining(['do-a', 'do-l', '-q --quiet', '--color', '--opt-t']));
  });

  test.each(['pack build', 'pack --help | head', 'cat help.txt', 'grep -h usage help.txt', 'du -h build'])(
    'of %s is none',
    (command) => {
      expect(understandRun(command).kind).toBe('general');
    },
  );

  test('is not any text that has a usage further down', () => {
    const text = `${'a line of prose without a heading\n'.repeat(40)}${help}`;
    expect(understandText(text, [helpText], { command: 'pack --help' }).kind).toBe('general');
  });
});

test('of several plans each is told, of progress the last', () => {
  const plan = (words: string) => `Terraform will perform the following actions:\n${words}\n`;
  const text = [
    plan('Plan: 8 to add, 0 to change, 0 to destroy.'),
    plan('Plan: 7 to add, 0 to change, 3 to destroy.'),
    'No changes. Your infrastructure matches the configuration.\n',
  ].join('');
  expect(report('for d in net app db; do terraform -chdir=$d plan; done', text, 0).verdict).toBe(
    'Plan: 8 to add, 0 to change, 0 to destroy., Plan: 7 to add, 0 to change, 3 to destroy., ' +
      'No changes. Your infrastructure matches the configuration.',
  );
  const many = Array.from({ length: 70 }, (_, at) =>
    plan(`Plan: ${at} to add, 0 to change, 0 to destroy.`),
  ).join('');
  expect(report('terragrunt run-all plan', many, 0).verdict).toMatch(/, … and others$/);
  const waiting = [1, 2, 3].map(
    (at) => `Waiting for deployment "web" rollout to finish: ${at} of 3 updated\n`,
  );
  expect(report('kubectl rollout status deployment/web', waiting.join(''), 0).verdict).toBe(
    'Waiting for deployment "web" rollout to finish: 3 of 3 updated',
  );
});

test('each benchmark of redis-benchmark has its throughput', async () => {
  const benchmark = (name: string, rate: number) =>
    `====== ${name} ======\n  20000 requests completed in 0.33 seconds\n\n${lines(20, (at) => `${at}.000% <= 0.${at} milliseconds (cumulative count ${at})`)}\nSummary:\n  throughput summary: ${rate}.77 requests per second\n`;
  const text = ['PING_INLINE', 'SET', 'GET', 'INCR', 'LPUSH', 'MSET (10 keys)']
    .map((name, at) => benchmark(name, 60_000 + at))
    .join('');
  const { text: view } = await viewOfCommand('redis-benchmark -n 20000', text);
  expect(view).toMatch(/SET: 60001\.77 requests per second/);
  expect(view).toMatch(/MSET \(10 keys\): 60005\.77 requests per second/);
});

test('a leak is where the program asked for the memory, not where the C library did', async () => {
  const text =
    '==9== Memcheck, a memory error detector\n==9== 295 bytes in 32 blocks are definitely lost in loss record 1 of 1\n==9==    at 0x48: malloc (in /usr/lib/vgpreload_memcheck.so)\n==9==    by 0x49: strdup (strdup.c:42)\n==9==    by 0x10: entry_new (cache.c:25)\n==9==    by 0x11: main (cache.c:65)\n==9== \n==9== ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 0 from 0)\n';
  const { text: view } = await viewOfCommand('valgrind ./cache', `${lines(40, (at) => `line ${at}`)}${text}`);
  expect(view).toContain('295 bytes definitely lost at entry_new (cache.c:25)');
});

test('strace tells the last file that was nowhere, but none that was found further on', () => {
  const open = (path: string, result: string) =>
    `openat(AT_FDCWD, "${path}", O_RDONLY|O_CLOEXEC) = ${result}`;
  const none = '-1 ENOENT (No such file or directory)';
  const text = [
    'execve("/usr/bin/shop", ["shop"], 0x7ffd) = 0',
    open('/opt/lib/libm.so.6', none),
    open('/usr/lib/libm.so.6', '3'),
    open('/etc/shop.ini', none),
    open('/var/lib/shop/state.db', none),
    '+++ exited with 1 +++',
  ].join('\n');
  expect(report('strace shop', text, 1).facts).toEqual([
    '5: not found: /var/lib/shop/state.db',
    '4: not found: /etc/shop.ini',
  ]);
});

describe('backups by restic', () => {
  const figures = (added: string) => [
    'Files:           1 new,     0 changed,     2 unmodified',
    'Dirs:            0 new,     1 changed,     0 unmodified',
    added,
    '',
    'processed 3 files, 2.100 MiB in 0:01',
  ];

  test('several are told apart, and one without a snapshot makes the whole doubtful', () => {
    const text = [
      ...figures('Added to the repository: 1.000 MiB (900.000 KiB stored)'),
      'snapshot 0123abcd saved',
      ...figures('Added to the repository: 12 B (10 B stored)'),
      '',
    ].join('\n');
    const { verdict, facts } = report('restic backup a; restic backup b', text, 0);
    expect(verdict).toBe('not known to be complete, 2 backups, 1 snapshot saved');
    expect(facts).toEqual([
      'snapshot 0123abcd saved, files: 1 new, 0 changed, 2 unmodified, folders: 0 new, 1 changed, 0 unmodified, 1.000 MiB added (900.000 KiB stored)',
      'no snapshot, files: 1 new, 0 changed, 2 unmodified, folders: 0 new, 1 changed, 0 unmodified, 12 B added (10 B stored)',
    ]);
  });

  test('a dry run saves nothing, and says so', () => {
    const text = [...figures('Would add to the repository: 12 B (10 B stored)'), ''].join('\n');
    expect(report('restic backup --dry-run a', text, 0).verdict).toMatch(
      /^dry run, no snapshot saved, .*, 12 B would be added \(10 B stored\)$/,
    );
  });

  test('a thousand paths that cannot be read are counted, and the first of them named', () => {
    const errors = Array.from({ length: 1_000 }, (_, at) => `error: open a/${at}: permission denied`);
    const text = [
      ...errors,
      ...figures('Added to the repository: 0 B   (0 B   stored)'),
      'snapshot 0123abcd saved',
      '',
    ].join('\n');
    const { verdict, facts } = report('restic backup --quiet a', text, 3);
    expect(verdict).toContain('incomplete, 1,000 paths not read, snapshot 0123abcd saved');
    expect(facts[0]).toBe('error: open a/0: permission denied');
  });

  test('errors of programs beside it are not its own', () => {
    const text = [
      "error: failed to push some refs to 'origin'",
      'NOTICE:  table "x" does not exist, skipping',
      ...figures('Added to the repository: 0 B   (0 B   stored)'),
      'snapshot 0123abcd saved',
      '',
    ].join('\n');
    expect(report('./nightly.sh', text, 0).verdict).toMatch(/^complete, snapshot 0123abcd saved/);
  });
});
