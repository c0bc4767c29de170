import { expect, test } from 'vitest';
import { summarizers } from '#lib/split/summarizers.ts';
import { understandText } from '#tests/support/understand-text.ts';

/** A thread as `jstack -l` prints it. */
const thread = (name: string, at: number, state: string, frames: readonly string[]) => [
  `"${name}" #${at} prio=5 os_prio=0 cpu=0.3ms elapsed=5.6s tid=0x00007f0f140ac4f0 nid=0x${(2_000 + at).toString(16)} waiting`,
  `   java.lang.Thread.State: ${state}`,
  ...frames.map((frame) => `\t${frame}`),
  '',
];
const dump = [
  '2026-11-25 04:37:05',
  'Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode):',
  '',
  ...thread('settle', 12, 'BLOCKED (on object monitor)', [
    'at shop.Account.deposit(Account.java:6)',
    '- waiting to lock <0x00000000fd56e700> (a shop.Account)',
    '- locked <0x00000000fd56e6e8> (a shop.Account)',
  ]),
  ...thread('refund', 13, 'BLOCKED (on object monitor)', [
    'at java.lang.Object.wait(java.base@17/Native Method)',
    'at shop.Account.deposit(Account.java:6)',
    '- waiting to lock <0x00000000fd56e6e8> (a shop.Account)',
    '- locked <0x00000000fd56e700> (a shop.Account)',
  ]),
  ...thread('web-1', 14, 'BLOCKED (on object monitor)', [
    'at shop.Account.balance(Account.java:9)',
    '- waiting to lock <0x00000000fd56e6e8> (a shop.Account)',
  ]),
  ...thread('main', 1, 'RUNNABLE', ['at shop.Main.main(Main.java:27)']),
  'Found one Java-level deadlock:',
  '=============================',
  '"settle":',
  '  waiting to lock monitor 0x00007f0e94002950 (object 0x00000000fd56e700, a shop.Account),',
  '  which is held by "refund"',
  '',
  '"refund":',
  '  waiting to lock monitor 0x00007f0eb00015c0 (object 0x00000000fd56e6e8, a shop.Account),',
  '  which is held by "settle"',
  '',
  'Java stack information for the threads listed above:',
  '===================================================',
  '"settle":',
  '\tat shop.Account.deposit(Account.java:6)',
  '',
  'Found 1 deadlock.',
  '',
].join('\n');

test('a thread dump shows its deadlocks, who is blocked by whom, and where the rest is', () => {
  const { kind, verdict, facts } = understandText(dump, summarizers, {
    command: 'jstack -l 71',
    exitCode: 0,
  });
  expect([kind, verdict]).toEqual(['thread dump', '1 deadlock, 4 threads, 3 BLOCKED, 1 RUNNABLE']);
  expect(facts).toEqual([
    '26: deadlock: "settle" waits for "refund", "refund" waits for "settle"',
    '"refund", "web-1" BLOCKED by a lock of shop.Account, locked by "settle" at shop.Account.deposit(Account.java:6)',
    '"settle" BLOCKED at shop.Account.deposit(Account.java:6) by a lock of shop.Account, locked by "refund" at shop.Account.deposit(Account.java:6)',
    '"main" RUNNABLE at shop.Main.main(Main.java:27)',
  ]);
});

test('a thread that waits on a monitor does not hold it, and of two dumps the last is described', () => {
  const waiting = thread('waiter', 15, 'WAITING (on object monitor)', [
    'at java.lang.Object.wait(java.base@17/Native Method)',
    '- waiting on <0x00000000fd56e6e8> (a shop.Account)',
    'at shop.Account.await(Account.java:12)',
    '- locked <0x00000000fd56e6e8> (a shop.Account)',
  ]);
  const text = dump.replace('"main" #1', `${waiting.join('\n')}\n"main" #1`);
  const { verdict, facts } = understandText(text + text, summarizers, { command: 'jstack 71', exitCode: 0 });
  expect(verdict).toMatch(/^1 deadlock, the last of 2 dumps, 5 threads, /);
  expect(facts.join('\n')).toContain('locked by "settle"');
  expect(facts.join('\n')).not.toContain('locked by "waiter"');
});
