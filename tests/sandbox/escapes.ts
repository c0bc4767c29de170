import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentFolders } from '#lib/workspace/environments.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { canary, type EscapeBench, processesNaming } from './escape-bench.ts';
import { kernelEscapes } from './kernel-escapes.ts';
import { networkEscapes } from './network-escapes.ts';
import { workspaceEscapes } from './workspace-escapes.ts';

type Attempt = (bench: EscapeBench) => Promise<void>;

const mebibyte = 1024 * 1024;
const quote = (text: string) => `'${text}'`;

/** Every word of the command fails; none says `OPEN`. */
async function opensNothing(bench: EscapeBench, command: string): Promise<void> {
  const { stdout, stderr, stoppedBy } = await bench.run(command);
  assert.equal(stoppedBy, null);
  assert.ok(!stdout.includes('OPEN'), `${stdout}${stderr}`);
  assert.ok(!`${stdout}${stderr}`.includes(canary), 'the canary was seen');
  assert.match(stdout, /tried$/m);
}

async function isGone(marker: string): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    if (processesNaming(marker).length === 0) return;
    await sleep(25);
  }
  assert.deepEqual(processesNaming(marker), []);
}

async function hidesSecrets(bench: EscapeBench, isLarge: boolean): Promise<void> {
  const root = bench.newWorkspace();
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const hidden = [
    '.env',
    '.ENV.local',
    'a/b/.env',
    'node_modules/x/.env.production',
    '.env.d/x',
    '.git/x/.env',
  ];
  for (const path of [...hidden, 'line\nend/.env', '-rf/.env', "quo'te/.env"]) put(path, canary);
  put('.gitignore', '.env*\n');
  // In a large folder they are found another way.
  if (isLarge) for (let index = 0; index < 600; index++) put(`many/${index}`, '');
  put('.env.example', 'KEY=\n');
  symlinkSync('a/b/.env', join(root, 'linked'));
  const found = (await bench.run(`grep -rl '${canary}' . ; cat linked /proc/1/root/workspace/.env`, { root }))
    .stdout;
  assert.equal(found, '');
  const read = await bench.run('cat .env .env.example; ls .env.d', { root });
  assert.equal(read.stdout, 'KEY=\n');
  await bench
    .run(
      `mv a moved; mv .env taken; rm -f .env; ln .env hard; cp moved/b/.env copy; cat taken hard copy moved/b/.env
      for pid in /proc/[0-9]*; do cat $pid/root/workspace/.env $pid/cwd/.env; done`,
      { root },
    )
    .then(({ stdout }) => assert.ok(!stdout.includes(canary)));
  await bench.run('chmod 000 moved', { root });
  const opened = await bench.run('chmod 755 moved; cat moved/b/.env', { root });
  assert.ok(!opened.stdout.includes(canary));
  chmodSync(join(root, 'moved'), 0o755);
  const again = await bench.run(`grep -rl '${canary}' .`, { root });
  assert.equal(again.stdout, '');
  assert.equal(readFileSync(join(root, '.env'), 'utf8'), canary);
  assert.equal(readFileSync(join(root, 'moved/b/.env'), 'utf8'), canary);
}

/** What a command may try, and what then has to be true. Each is tried as each user the tests can be. */
export const escapes: Record<string, Attempt> = {
  ...kernelEscapes,
  ...networkEscapes,
  ...workspaceEscapes,

  'files of this machine are not there': async (bench) => {
    await opensNothing(
      bench,
      `for path in /etc/shadow /root /home ${quote(bench.serverFolder)} ${quote(join(bench.serverFolder, 'secret'))} /sys /var /etc/ssh; do
        [[ -e $path ]] && echo "OPEN $path"
      done; cat /etc/shadow ${quote(join(bench.serverFolder, 'secret'))}; echo tried`,
    );
  },

  'nothing outside of the workspace is written': async (bench) => {
    const before = readdirSync(bench.serverFolder);
    const devices = () => ['null', 'zero', 'tty', 'urandom'].map((name) => statSync(`/dev/${name}`).mode);
    const modes = devices();
    await opensNothing(
      bench,
      `for path in /usr/x /etc/x /x /bin/x /opt/x /run/x /dev/x /dev/pts/x /proc/x ${quote(bench.serverFolder)}/x /etc/passwd /etc/hidden /etc/alternatives/x; do
        (echo x >"$path") 2>/dev/null && echo "OPEN $path"
      done
      for path in /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches /proc/sysrq-trigger /proc/sys/kernel/hostname; do
        value=$(cat "$path" 2>/dev/null || echo h)
        (echo "$value" >"$path") 2>/dev/null && echo "OPEN $path"
      done
      find /proc -path '/proc/[0-9]*' -prune -o -path /proc/self -prune -o -path /proc/thread-self -prune \
        -o -type f -writable -printf 'OPEN %p\\n' 2>/dev/null
      for path in kcore kmsg; do head -c 1 /proc/$path 2>/dev/null | grep -qz . && echo "OPEN $path"; done
      chmod 600 /dev/null /dev/zero /dev/tty /dev/urandom
      mount -o remount,rw / 2>/dev/null && echo OPEN remount
      echo tried`,
    );
    assert.deepEqual(readdirSync(bench.serverFolder), before);
    assert.deepEqual(devices(), modes);
    assert.equal((await bench.run('echo x >/dev/null && echo on')).stdout, 'on\n');
    assert.ok(!existsSync('/usr/x') && !existsSync('/x') && !existsSync('/opt/x'));
  },

  'links lead nowhere, and no tool of the server follows them': async (bench) => {
    const target = quote(bench.serverFolder);
    await opensNothing(
      bench,
      `ln -s /etc/shadow link1; ln -s ${target} link2; ln -s /proc/1/root link3
      cat link1 link2/secret && echo OPEN read
      (echo x >link2/written) 2>/dev/null && echo OPEN write
      ls link3/${bench.serverFolder} 2>/dev/null && echo OPEN root
      echo tried`,
    );
    assert.ok(!existsSync(join(bench.serverFolder, 'written')));
    const workspace = openWorkspace(bench.root);
    for (const path of ['link1', 'link2/secret', 'link3/etc/passwd']) {
      await assert.rejects(workspace.openFile(path), { code: 'link_not_followed' });
    }
  },

  'no port of this machine is reached': async (bench) => {
    const before = bench.connections();
    await opensNothing(
      bench,
      `for port in ${bench.tcpPort} 6379 22 80; do for host in 127.0.0.1 ::1 10.0.0.1; do
        (timeout 1 bash -c "exec 5<>/dev/tcp/$host/$port" && echo OPEN) 2>/dev/null
      done; done
      ls /sys/class/net 2>/dev/null; [[ $(tail -n +3 /proc/net/dev | grep -vc 'lo:') == 0 ]] || echo OPEN interface
      echo tried`,
    );
    assert.equal(bench.connections(), before);
  },

  'names are not resolved, and what needs the network fails at once': async (bench) => {
    const { stdout, stoppedBy } = await bench.run(
      `python3 -c 'import socket; socket.getaddrinfo("example.com", 80)' 2>&1 | tail -n 1
      mkdir -p net && cd net && echo '{}' >package.json && npm install left-pad 2>&1 | grep -o -m1 EAI_AGAIN
      git clone https://example.com/x.git 2>&1 | tail -n 1`,
    );
    assert.match(stdout, /Temporary failure in name resolution/);
    assert.match(stdout, /EAI_AGAIN/);
    assert.match(stdout, /Could not resolve host/);
    assert.equal(stoppedBy, null);
  },

  'no socket of the server is reached, named or abstract': async (bench) => {
    const before = bench.connections();
    const { stdout } = await bench.run('', {
      program: {
        kind: 'code',
        language: 'python',
        code: `
import socket
for path in [${JSON.stringify(bench.socketPath)}, "\\0${bench.abstractName}"]:
    try:
        socket.socket(socket.AF_UNIX).connect(path)
        print("OPEN")
    except OSError as error:
        print(error.strerror)
`,
      },
    });
    assert.equal(stdout, 'No such file or directory\nConnection refused\n');
    assert.equal(bench.connections(), before);
  },

  'the environment of the server is nowhere': async (bench) => {
    await opensNothing(
      bench,
      `env; cat /proc/self/environ /proc/$PPID/environ /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'
      env | grep -E 'API_KEY|REDIS|VITRINE' && echo OPEN
      echo tried`,
    );
  },

  'the server is no process one can see or end': async (bench) => {
    await opensNothing(
      bench,
      `pid=${process.pid}
      [[ -e /proc/$pid && $pid -gt 300 ]] && echo OPEN seen
      ((pid > 300)) && kill -9 $pid 2>/dev/null && echo OPEN killed
      [[ $(ls -d /proc/[0-9]* | wc -l) -lt 20 ]] || echo OPEN processes
      echo tried`,
    );
    const { exitCode } = await bench.run('kill -9 -1; sleep 5; echo survived');
    assert.ok(exitCode >= 128 || exitCode === 0);
    assert.equal((await bench.run('echo on')).stdout, 'on\n');
  },

  'no namespace, mount, device or debugger can be made': async (bench) => {
    await opensNothing(
      bench,
      `for flags in -U -n -m -p -i -u -C -r; do unshare $flags true 2>/dev/null && echo "OPEN unshare $flags"; done
      nsenter -t 1 -m true 2>/dev/null && echo OPEN nsenter
      mount -t tmpfs x /tmp 2>/dev/null && echo OPEN mount
      umount .git .env /proc 2>/dev/null && echo OPEN umount
      mknod device c 1 3 2>/dev/null && echo OPEN mknod
      chroot / true 2>/dev/null && echo OPEN chroot
      bwrap --bind / / true 2>/dev/null && echo OPEN bwrap
      echo tried`,
    );
    const { stdout, exitCode } = await bench.run('', {
      program: {
        kind: 'code',
        language: 'python',
        code: `
import ctypes, errno
stack = ctypes.create_string_buffer(65536)
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, *arguments):
    ctypes.set_errno(0)
    result = getattr(libc, name)(*arguments)
    print(name, "OPEN" if result != -1 else errno.errorcode[ctypes.get_errno()])
attempt("ptrace", 0, 0, 0, 0)
attempt("unshare", 0x10000000)
attempt("setns", 0, 0)
attempt("mount", b"x", b"/tmp", b"tmpfs", 0, 0)
attempt("umount2", b"/proc", 2)
attempt("process_vm_readv", 1, 0, 0, 0, 0, 0)
attempt("open_by_handle_at", 0, 0, 0)
attempt("clone", ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 0), ctypes.c_void_p(ctypes.addressof(stack) + 32768), 0x10000000, 0)
for name, number in {"io_uring_setup": 425, "clone3": 435, "openat2": 437, "fsopen": 430}.items():
    ctypes.set_errno(0)
    print(name, "OPEN" if libc.syscall(number, 0, 0, 0, 0) != -1 else errno.errorcode[ctypes.get_errno()])
`,
      },
    });
    assert.equal(exitCode, 0);
    const answers = Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ')),
    );
    for (const name of ['clone3', 'openat2']) assert.equal(answers[name], 'ENOSYS');
    const refused = Object.entries(answers).filter(([name]) => name !== 'clone3' && name !== 'openat2');
    assert.equal(refused.length, 10);
    for (const [name, answer] of refused) assert.equal(answer, 'EPERM', name);
  },

  'no file gets the rights of its owner': async (bench) => {
    await opensNothing(
      bench,
      `cp /bin/bash own; chmod u+s own 2>/dev/null && echo OPEN chmod
      chmod 4755 own 2>/dev/null && echo OPEN chmod
      chmod 2755 own 2>/dev/null && echo OPEN chmod of the group
      python3 -c 'import os; os.open("made", os.O_CREAT | os.O_RDWR, 0o4755)' 2>/dev/null && echo OPEN made
      [[ $(./own -p -c 'id -u') == 1000 ]] || echo OPEN identity
      echo tried`,
    );
    assert.equal(statSync(join(bench.root, 'own')).mode & 0o6000, 0);
  },

  'programs of the workspace run, confined like any other': async (bench) => {
    const { stdout } = await bench.run(
      `cp /bin/cat a.out; ./a.out /etc/shadow 2>&1; loader=$(ls /lib64/ld-linux-*.so.* /lib/ld-linux-*.so.* 2>/dev/null | head -n 1)
      "$loader" ./a.out /etc/shadow 2>&1; cat /proc/self/root/etc/shadow /proc/self/root/${bench.serverFolder}/secret 2>&1`,
    );
    assert.equal(stdout.match(/No such file or directory/g)?.length, 4, stdout);
  },

  'secrets in .env files are hidden at any depth, moved or linked': (bench) => hidesSecrets(bench, false),

  'secrets in .env files of a large workspace are hidden too': (bench) => hidesSecrets(bench, true),

  'hooks and settings of git are not planted': async (bench) => {
    const root = bench.newWorkspace();
    execFileSync('/usr/bin/git', ['init', '-q', '--template=', root]);
    const settings = readFileSync(join(root, '.git/config'), 'utf8');
    const { stdout } = await bench.run(
      `(echo x >.git/hooks/pre-commit) 2>/dev/null && echo OPEN hook
      (echo x >>.git/config) 2>/dev/null && echo OPEN config
      git config core.hooksPath hooks 2>/dev/null && echo OPEN set
      mv .git moved 2>/dev/null && echo OPEN moved
      rm -rf .git/config .git/hooks 2>/dev/null && echo OPEN removed
      echo a >a && git add a && git commit -qm first && git log --format=%s`,
      { root },
    );
    assert.equal(stdout, 'first\n');
    assert.equal(readFileSync(join(root, '.git/config'), 'utf8'), settings);
  },

  'a .git that is a link binds nothing': async (bench) => {
    const root = bench.newWorkspace();
    symlinkSync(bench.serverFolder, join(root, '.git'));
    await assert.rejects(bench.run('echo x >.git/x', { root }), /symbolic link/);
    mkdirSync(join(root, 'nested'));
    renameSync(join(root, '.git'), join(root, 'nested', '.git'));
    const { stdout } = await bench.run(
      '(echo x >nested/.git/x; rm nested/.git) 2>/dev/null; cat nested/.git/secret; mount | grep -c "/.git "',
      { root },
    );
    // That which keeps the workspace itself from becoming a repository.
    assert.equal(stdout, '1\n');
    assert.deepEqual(readdirSync(bench.serverFolder).sort(), ['secret', 'socket']);
  },

  'a .git exchanged for a link while commands start binds nothing': async (bench) => {
    const root = bench.newWorkspace();
    const stop = new AbortController();
    const racing = bench.run(
      `while :; do mkdir .git; rmdir .git; ln -s ${quote(bench.serverFolder)} .git; rm .git; done 2>/dev/null`,
      { root, signal: stop.signal },
    );
    await sleep(100);
    for (let tries = 0; tries < 20; tries++) {
      const { stdout } = await bench.run('cat .git/secret; find . -name secret', { root });
      assert.equal(stdout, '');
    }
    stop.abort();
    assert.equal((await racing).stoppedBy, 'person');
    assert.deepEqual(readdirSync(bench.serverFolder).sort(), ['secret', 'socket']);
  },

  'a fork bomb ends with its time, and leaves nothing': async (bench) => {
    const marker = `bomb-${process.pid}`;
    const { stoppedBy, stderr } = await bench.run(
      `bomb() { exec -a ${marker} sleep 100 & bomb & bomb; }; bomb; while :; do sleep 1 || :; done`,
      { timeoutMs: 1_500 },
    );
    assert.ok(stoppedBy === 'timeout' || stoppedBy === null || stoppedBy === 'processes', String(stoppedBy));
    assert.match(stderr, /Resource temporarily unavailable|^$/);
    await isGone(marker);
  },

  'processes are bounded in number': async (bench) => {
    const { stdout, stoppedBy } = await bench.run('', {
      program: {
        kind: 'code',
        language: 'python',
        code: `
import os, time
count = 0
try:
    while count < 400:
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
        count += 1
except OSError as error:
    print("refused", count < 100, flush=True)
`,
      },
    });
    if (stoppedBy === 'processes') return;
    assert.equal(stdout, 'refused True\n');
  },

  'a file has a largest size': async (bench) => {
    const root = bench.newWorkspace();
    const { exitCode } = await bench.run('exec dd if=/dev/zero of=big bs=1M count=100 status=none', { root });
    assert.equal(exitCode, 128 + 25);
    assert.equal(statSync(join(root, 'big')).size, 32 * mebibyte);
    rmSync(root, { recursive: true });
  },

  'the folders in memory have a largest size': async (bench) => {
    const { stdout } = await bench.run(
      `for folder in /tmp /dev/shm; do
        dd if=/dev/zero of=$folder/big bs=1M count=30 2>&1 | grep -o 'No space left on device'
        stat -c %s $folder/big
      done`,
    );
    const words = 'No space left on device';
    assert.equal(stdout, `${words}\n${16 * mebibyte}\n${words}\n${8 * mebibyte}\n`);
  },

  'files without number in memory stop the command': async (bench) => {
    const { stoppedBy } = await bench.run('cd /tmp; for ((i = 0; ; i++)); do : >file$i; done');
    assert.equal(stoppedBy, 'files');
  },

  'a workspace that grows too large stops the command': async (bench) => {
    const root = bench.newWorkspace();
    const write = 'i=0; while :; do i=$((i+1)); head -c 10M /dev/zero >big$i; sleep 0.02; done';
    const { stoppedBy } = await bench.run(write, { root });
    assert.equal(stoppedBy, 'growth');
    rmSync(root, { recursive: true });
  },

  'caches that grow too large stop the command': async (bench) => {
    const folder = bench.newWorkspace();
    for (const name of environmentFolders) mkdirSync(join(folder, name));
    const write = 'i=0; while :; do i=$((i+1)); head -c 10M /dev/zero >/cache/big$i; sleep 0.02; done';
    const environment = { folder, toolchains: [], variables: {} };
    const { stoppedBy } = await bench.run(write, { environment });
    assert.equal(stoppedBy, 'growth');
    rmSync(folder, { recursive: true });
  },

  'a workspace that gets too many files stops the command': async (bench) => {
    const root = bench.newWorkspace();
    const write = 'mkdir d; cd d; for ((i = 0; ; i++)); do : >file$i; done';
    const { stoppedBy } = await bench.run(write, { root });
    assert.equal(stoppedBy, 'growth');
    rmSync(root, { recursive: true });
  },

  'files without a name count as growth': async (bench) => {
    const { stoppedBy } = await bench.run('', {
      root: bench.newWorkspace(),
      program: {
        kind: 'code',
        language: 'python',
        code: `
import os, time
files = []
for index in range(8):
    file = open("gone", "wb")
    os.unlink("gone")
    file.write(b"x" * (20 << 20))
    file.flush()
    files.append(file)
time.sleep(15)
`,
      },
    });
    assert.equal(stoppedBy, 'growth');
  },

  'output without end stops the command': async (bench) => {
    for (const command of ['yes', 'cat /dev/urandom', 'cat /dev/zero >&2']) {
      const { stoppedBy } = await bench.run(command);
      assert.equal(stoppedBy, 'output', command);
    }
  },

  'a program that ignores signals ends all the same': async (bench) => {
    const marker = `deaf-${process.pid}`;
    const deaf = `trap '' TERM INT HUP QUIT; exec -a ${marker} bash -c 'while :; do sleep 0.1; done'`;
    const { stoppedBy } = await bench.run(deaf, { timeoutMs: 300 });
    assert.equal(stoppedBy, 'timeout');
    await isGone(marker);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const stopped = await bench.run(deaf, { signal: stop.signal });
    assert.equal(stopped.stoppedBy, 'person');
    await isGone(marker);
  },

  'a daemon dies with its command': async (bench) => {
    const marker = `daemon-${process.pid}`;
    const { exitCode, stoppedBy } = await bench.run(
      `(setsid bash -c 'exec -a ${marker} sleep 600' >/dev/null 2>&1 </dev/null & disown) & nohup bash -c 'exec -a ${marker} sleep 600' & sleep 0.3`,
    );
    assert.equal(exitCode, 0);
    assert.equal(stoppedBy, null);
    await isGone(marker);
  },

  'a daemon that holds the output does not hold the command': async (bench) => {
    const { stdout, stoppedBy } = await bench.run('setsid sleep 600 & echo done');
    assert.equal(stdout, 'done\n');
    assert.equal(stoppedBy, null);
  },

  'a process has a largest memory': async (bench) => {
    const commands = bench.commandsWith({
      commandProcessBytes: 512 * mebibyte,
      commandMemoryBytes: 4_096 * mebibyte,
    });
    const python = await bench.run(`python3 -c 'bytearray(2 << 30)'`, { commands });
    assert.match(python.stderr, /MemoryError/);
    const { stderr } = await bench.run(
      `node -e 'const buffers = []; for (;;) buffers.push(Buffer.alloc(1 << 28, 1))'`,
      {
        commands: bench.commandsWith({
          commandProcessBytes: 1_536 * mebibyte,
          commandMemoryBytes: 4_096 * mebibyte,
        }),
      },
    );
    assert.match(stderr, /failed to allocate|allocation failed|out of memory/i);
  },

  'shared memory counts: all processes together have a bound': async (bench) => {
    const { stoppedBy, exitCode } = await bench.run('', {
      program: {
        kind: 'code',
        language: 'python',
        code: `
import mmap, time
memory = mmap.mmap(-1, 1 << 30)
for offset in range(0, 1 << 30, 4096):
    memory[offset] = 1
time.sleep(15)
print("survived")
`,
      },
    });
    assert.equal(stoppedBy, 'memory');
    assert.ok(exitCode > 128);
  },

  'memory of many processes is added up, what they share once': async (bench) => {
    const fork = (megabytes: number, writes: boolean) => `
import os, time
memory = bytearray(b"x" * (${megabytes} << 20))
for child in range(5):
    if os.fork() == 0:
        ${writes ? 'memory = bytearray(b"y" * len(memory))' : 'pass'}
        time.sleep(3)
        os._exit(0)
time.sleep(1.5)
print("survived")
`;
    const run = (code: string) => bench.run('', { program: { kind: 'code', language: 'python', code } });
    assert.equal((await run(fork(80, true))).stoppedBy, 'memory');
    assert.equal((await run(fork(80, false))).stdout, 'survived\n');
  },

  'a loop ends with its time': async (bench) => {
    const { stoppedBy, exitCode } = await bench.run('while :; do :; done', { timeoutMs: 400 });
    assert.equal(stoppedBy, 'timeout');
    assert.ok(exitCode > 128);
  },

  'who asks for input is told that there is none': async (bench) => {
    const { exitCode } = await bench.run('read line');
    assert.equal(exitCode, 1);
    const git = await bench.run('cd net && git init -q . && git commit --allow-empty; true', {
      timeoutMs: 10_000,
    });
    assert.equal(git.stoppedBy, null);
    const less = await bench.run('less /etc/passwd | cat; npm init; true', { timeoutMs: 10_000 });
    assert.equal(less.stoppedBy, null);
  },

  'the folders of the server are as before': async (bench) => {
    assert.deepEqual(readdirSync(bench.serverFolder).sort(), ['secret', 'socket']);
    assert.equal(readFileSync(join(bench.serverFolder, 'secret'), 'utf8'), canary);
    assert.ok(lstatSync(bench.root).isDirectory());
  },
};
