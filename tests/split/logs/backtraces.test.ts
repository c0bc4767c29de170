import { expect, test } from 'vitest';
import { summarizers } from '#lib/split/summarizers.ts';
import { understandText } from '#tests/support/understand-text.ts';

/** A thread as `thread apply all bt full` of gdb prints it, with the variables of its frames. */
const thread = (number: number, name: string, frames: readonly string[]) => [
  `Thread ${number} (Thread 0x7f7f5f00f6c0 (LWP ${16_970 + number})${name === '' ? '' : ` "${name}"`}):`,
  ...frames.flatMap((frame, at) => [`#${at}  ${frame}`, at % 2 === 0 ? '        ret = -512' : 'No locals.']),
  '',
];
const waiting = (lock: string, own: string) => [
  `futex_wait (private=0, futex_word=0x55c384f66220 <${lock}>) at ../sysdeps/nptl/futex-internal.h:146`,
  `___pthread_mutex_lock (mutex=0x55c384f66220 <${lock}>) at ./nptl/pthread_mutex_lock.c:93`,
  'std::mutex::lock (this=0x55c384f66220) at /usr/include/c++/12/bits/std_mutex.h:100',
  `0x000055c384f595ec in ${own}`,
  '0x00007f7f661278ec in clone3 () at ../sysdeps/unix/sysv/linux/x86_64/clone3.S:81',
];
const idle = [
  '__futex_abstimed_wait (private=0) at ./nptl/futex-internal.c:57',
  '0x000055c384f59858 in worker_loop (id=3) at pool.cpp:18',
];
const understand = (lines: readonly string[]) =>
  understandText(`${lines.join('\n')}\n`, summarizers, {
    command: 'gdb -batch -p 12 -ex "thread apply all bt full"',
  });

test('threads that wait for a lock are shown with its name, the others by where they are', () => {
  const { kind, verdict, facts } = understand([
    '[New LWP 16973]',
    'Using host libthread_db library "/lib/libthread_db.so.1".',
    '',
    ...thread(5, 'worker-3', idle),
    ...thread(4, 'worker-2', waiting('accounts_mu', 'post_ledger (j=...) at pool.cpp:15')),
    ...thread(3, 'worker-1', waiting('ledger_mu', 'transfer_funds (j=...) at pool.cpp:16')),
    ...thread(2, '', idle),
    ...thread(1, 'paymentd', ['0x00007f7f660d in poll () from /lib/libc.so.6']),
  ]);
  expect([kind, verdict]).toEqual(['backtraces', '5 threads, 2 waiting for a lock']);
  expect(facts).toEqual([
    '"worker-2" waits for accounts_mu at post_ledger (pool.cpp:15)',
    '"worker-1" waits for ledger_mu at transfer_funds (pool.cpp:16)',
    '"worker-3", "LWP 16972" in __futex_abstimed_wait at worker_loop (pool.cpp:18)',
    '"paymentd" in poll',
  ]);
});

test('the variables of its frames do not cut one trace into many', () => {
  const frames = Array.from({ length: 6 }, (_, at) => `0x0000${at} in step_${at} () at src/run.c:${at + 10}`);
  const text = ['Program received signal SIGSEGV, Segmentation fault.', ...thread(1, 'run', frames).slice(1)];
  const { kind, verdict } = understandText(`${text.join('\n')}\n`, summarizers, {
    command: './run.sh',
    exitCode: 1,
  });
  expect([kind, verdict]).toEqual(['stack trace', '']);
});

test('thousands of threads are counted, and described in bounded memory', () => {
  const lines = Array.from({ length: 9_000 }, (_, at) => thread(at + 1, `worker-${at}`, idle)).flat();
  const { verdict, facts } = understand(lines);
  expect(verdict).toBe('9,000 threads');
  expect(facts).toHaveLength(1);
});
