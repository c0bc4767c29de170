import { stripVTControlCharacters } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { tempFolder } from '../support/temp-folder.ts';

const commands = createCommands({ mode: 'bwrap' });
afterAll(() => commands.close());

async function run(command: string): Promise<{ stdout: string; stderr: string; exitCode: number }> {
  const running = await commands.run({
    root: tempFolder(),
    conversationId: 'conv',
    program: { kind: 'shell', command },
    timeoutMs: 50_000,
    signal: new AbortController().signal,
  });
  const output = { stdout: '', stderr: '' };
  for await (const { stream, bytes } of running.output) output[stream] += Buffer.from(bytes).toString();
  return { ...output, exitCode: (await running.end).exitCode };
}

const node = `cat >program.mjs <<'end'
import { execFileSync, fork, spawn } from 'node:child_process';
import { cpSync, mkdirSync, watch, writeFileSync, copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocketServer, connect } from 'node:net';
import { once } from 'node:events';
import { Worker, isMainThread } from 'node:worker_threads';
const worker = new Worker('require("worker_threads").parentPort.postMessage(new SharedArrayBuffer(8).byteLength)', { eval: true });
console.log('worker', (await once(worker, 'message'))[0]);
console.log('child', execFileSync('echo', ['here']).toString().trim());
console.log('exit', (await once(spawn('sh', ['-c', 'exit 3']), 'exit'))[0]);
writeFileSync('child.cjs', 'process.send("forked")');
console.log((await once(fork('child.cjs'), 'message'))[0]);
const server = createServer((request, response) => response.end('served')).listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
server.close();
const unix = createSocketServer((socket) => socket.end('unix')).listen('/tmp/socket');
await once(unix, 'listening');
console.log(String((await once(connect('/tmp/socket'), 'data'))[0]));
unix.close();
mkdirSync('from'); writeFileSync('from/file', 'x'); cpSync('from', 'to', { recursive: true }); copyFileSync('from/file', 'copy');
const watcher = watch('.'); const changed = once(watcher, 'change'); writeFileSync('watched', '1'); await changed; watcher.close();
new WebAssembly.Memory({ initial: 1, maximum: 100, shared: true });
console.log('done');
end
node program.mjs`;

const python = `cat >program.py <<'end'
import asyncio, concurrent.futures, fcntl, mmap, multiprocessing, os, signal, socket, sqlite3, subprocess, tempfile, threading
from multiprocessing import shared_memory
def square(number): return number * number
async def child():
    process = await asyncio.create_subprocess_exec("echo", "async", stdout=asyncio.subprocess.PIPE)
    return (await process.communicate())[0].decode().strip()
if __name__ == "__main__":
    threads = [threading.Thread(target=square, args=(1,)) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    print(subprocess.run(["echo", "child"], capture_output=True, text=True).stdout.strip())
    for method in ["fork", "spawn", "forkserver"]:
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
            print(method, list(pool.map(square, [1, 2, 3])))
    semaphore = multiprocessing.Semaphore(2); semaphore.acquire(); semaphore.release()
    queue = multiprocessing.Queue(); queue.put(1); print("queue", queue.get())
    print("manager", multiprocessing.Manager().list([1, 2])[1], multiprocessing.Value("i", 3).value)
    segment = shared_memory.SharedMemory(create=True, size=100000); segment.close(); segment.unlink()
    shared = mmap.mmap(-1, 4096); shared[0] = 1
    print(asyncio.run(child()))
    database = sqlite3.connect("x.db"); database.execute("pragma journal_mode=wal"); database.execute("create table t(a)")
    one, other = socket.socketpair(); socket.send_fds(one, [b"x"], [0]); print("fds", len(socket.recv_fds(other, 1, 1)[1]))
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    signal.setitimer(signal.ITIMER_REAL, 0.01); signal.signal(signal.SIGALRM, lambda *_: print("alarm")); signal.pause()
    fcntl.flock(open("lock", "w"), fcntl.LOCK_EX); os.mkfifo("fifo"); os.sched_getaffinity(0); os.nice(1)
    with tempfile.TemporaryFile() as file: file.write(b"x")
    print("done")
end
python3 program.py`;

const git = `exec 2>&1; set -e
git init -q -b main own && cd own && echo a >a && git add a && git commit -qm first
git switch -qc side && echo b >b && git add b && git commit -qm second && echo c >>a
git stash -q && git rebase -q main && git stash pop -q && git commit -qam third
git switch -q main && git merge -q side && git gc -q && git clone -q . ../copy && git -C ../copy fsck && git log --oneline | wc -l`;

const npm = `echo '{"name":"own","version":"1.0.0","scripts":{"test":"node --test"}}' >package.json
echo 'require("node:test")("passes", () => {})' >own.test.js
npm test && npm pack --dry-run`;

const system = `exec 2>&1; set -e
seq 100000 | sort -R | sort -n | tail -n 1; mkdir d; echo x >d/x; tar czf d.tgz d; tar tzf d.tgz | wc -l; cp -a d copy; mv copy moved
install -m 755 d/x tool; touch -d yesterday d/x; find . -type f | wc -l; xargs -P 4 -n 1 echo <d/x; timeout 5 true; nice true
perl -e 'my $child = fork; exit 4 if !$child; waitpid $child, 0; print $? >> 8, "\\n"'
script -qec 'tty >/dev/null && stty size >/dev/null && echo terminal' /dev/null; cat <(echo substituted); sleep 0.01 & wait; sync; df . >/dev/null; flock lock true`;

test.for([
  {
    name: 'node',
    command: node,
    expected: ['worker 8', 'child here', 'exit 3', 'forked', 'served', 'unix', 'done'],
  },
  {
    name: 'python',
    command: python,
    expected: [
      'child',
      'fork [1, 4, 9]',
      'spawn [1, 4, 9]',
      'forkserver [1, 4, 9]',
      'queue 1',
      'manager 2 3',
      'async',
      'fds 1',
      'alarm',
      'done',
    ],
  },
  { name: 'git', command: git, expected: ['3'] },
  { name: 'npm', command: npm, expected: ['ℹ pass 1'] },
  {
    name: 'tools of the system',
    command: system,
    expected: ['100000', '2', '4', '4', 'terminal', 'substituted'],
  },
])('$name works under the filter of system calls', async ({ command, expected }) => {
  const { stdout, stderr, exitCode } = await run(command);
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr + stdout }).toEqual({ exitCode: 0, stderr: '' });
  expect(stripVTControlCharacters(stdout).split(/\r?\n/)).toEqual(expect.arrayContaining(expected));
});
