import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunningTerminal, TerminalRequest } from '#lib/workspace/commands.ts';
import type { CommandLimits } from '#lib/workspace/sandbox/command-limits.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { processesNaming, smallLimits } from './escape-bench.ts';

const root = tempFolder();
const created = [createCommands({ mode: 'auto', limits: smallLimits })];
const [shared] = created;
afterAll(async () => {
  for (const commands of created) await commands.close();
});
const limited = (limits: Partial<CommandLimits>) => {
  const commands = createCommands({ mode: 'auto', limits: { ...smallLimits, ...limits } });
  created.push(commands);
  return commands;
};

let conversations = 0;

/** A terminal whose output is collected, and can be waited for. */
async function open(command: string, change: Partial<TerminalRequest> = {}, commands = shared) {
  if (commands === undefined) throw new Error('no commands');
  const terminal = await commands.openTerminal({
    root,
    conversationId: `conv${conversations++}`,
    command,
    columns: 80,
    rows: 24,
    timeoutMs: 15_000,
    signal: new AbortController().signal,
    ...change,
  });
  const seen = { text: '' };
  const reading = collect(terminal, seen);
  const sees = async (words: string) => {
    for (let tries = 0; tries < 200 && !seen.text.includes(words); tries++) await sleep(25);
    expect(seen.text).toContain(words);
  };
  const end = async () => {
    await reading;
    return { text: seen.text, ...(await terminal.end) };
  };
  return { terminal, sees, end };
}

async function collect(terminal: RunningTerminal, seen: { text: string }): Promise<void> {
  for await (const bytes of terminal.output) seen.text += Buffer.from(bytes).toString();
}

describe('a terminal', () => {
  test('asks, is answered, and tells how it ended', async () => {
    const { terminal, sees, end } = await open('read -p "name? " name; echo "hello $name"; exit 3');
    await sees('name? ');
    terminal.write('Ada\r');
    expect(await end()).toMatchObject({ exitCode: 3, stoppedBy: null, text: 'name? Ada\r\nhello Ada\r\n' });
  });

  test('is confined like any command', async () => {
    const { end } = await open(
      `tty; ls /etc/shadow /root; id -u; env | grep -c API_KEY; echo $TERM $SHELL; echo ci=$CI`,
    );
    const { text } = await end();
    expect(text).toContain('/dev/pts/0');
    expect(text.match(/No such file/g)).toHaveLength(2);
    expect(text).toContain('\r\n1000\r\n0\r\nxterm-256color /bin/bash\r\nci=\r\n');
  });

  test('takes the size it is given, within reason', async () => {
    const { terminal, sees, end } = await open('stty size; while read line; do stty size; done', {
      columns: 1e9,
      rows: 0,
    });
    await sees('1 500');
    terminal.resize(132, 50);
    await sleep(200);
    terminal.write('\r');
    await sees('50 132');
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) terminal.resize(wrong, wrong);
    terminal.resize(-5, 1e6);
    await sleep(200);
    terminal.write('\r');
    await sees('200 1');
    terminal.write('\x04');
    expect((await end()).exitCode).toBe(0);
    terminal.resize(80, 24);
    terminal.write('after the end');
  });

  test('passes Ctrl-C, Ctrl-Z and Ctrl-D on to the program', async () => {
    const python = `python3 -c '
import time
try:
    print("ready", flush=True)
    time.sleep(30)
except KeyboardInterrupt:
    print("interrupted")
'`;
    const first = await open(python);
    await first.sees('ready');
    first.terminal.write('\x03');
    expect(await first.end()).toMatchObject({ exitCode: 0, text: expect.stringContaining('interrupted') });
    const second = await open('bash --norc -i');
    await second.sees('$ ');
    second.terminal.write('sleep 30\r');
    await sleep(300);
    second.terminal.write('\x1a');
    await second.sees('Stopped');
    second.terminal.write('\x04\x04');
    expect((await second.end()).stoppedBy).toBeNull();
  });

  test('takes a large paste, also while nothing reads it, and the server goes on', async () => {
    const { terminal, sees, end } = await open(
      `stty raw -echo; echo ready; until [ -e go ]; do sleep 0.05; done; head -c 10000000 | md5sum; echo done`,
    );
    await sees('ready');
    const paste = 'x'.repeat(1_000_000);
    for (let piece = 0; piece < 10; piece++) {
      terminal.write(paste);
      await sleep(10);
    }
    // All of it was taken before anything is read.
    writeFiles(root, { go: '' });
    const { text } = await end();
    const sum = createHash('md5').update(paste.repeat(10)).digest('hex');
    expect(text).toContain(`${sum}  -`);
  }, 30_000);

  test('is one a conversation', async () => {
    const stop = new AbortController();
    const first = await open('sleep 30', { conversationId: 'one', signal: stop.signal });
    await expect(open('true', { conversationId: 'one' })).rejects.toMatchObject({ code: 'unavailable' });
    stop.abort();
    expect((await first.end()).stoppedBy).toBe('person');
    expect((await (await open('true', { conversationId: 'one' })).end()).exitCode).toBe(0);
  });

  test('ends with its time, which stands still while a person is at it', async () => {
    const alone = await open('sleep 30', { timeoutMs: 300 });
    expect((await alone.end()).stoppedBy).toBe('timeout');
    const attended = await open('read line', { timeoutMs: 1_000 });
    attended.terminal.setAttended(true);
    await sleep(1_500);
    expect(processesNaming('script').length).toBeGreaterThan(0);
    attended.terminal.setAttended(false);
    expect(await attended.end()).toMatchObject({ stoppedBy: 'timeout' });
  });

  test('ends when nobody types and nothing is printed, and at the longest time of all', async () => {
    const idle = await open('sleep 30', {}, limited({ terminalIdleSeconds: 0.5 }));
    idle.terminal.setAttended(true);
    expect((await idle.end()).stoppedBy).toBe('idle');
    const busy = await open('while :; do echo x; sleep 0.1; done', {}, limited({ terminalMaxSeconds: 1 }));
    busy.terminal.setAttended(true);
    expect((await busy.end()).stoppedBy).toBe('timeout');
  });

  test('that floods is stopped, and one that ignores signals ends', async () => {
    const flood = await open('yes');
    expect((await flood.end()).stoppedBy).toBe('output');
    const marker = `deaf-terminal-${process.pid}`;
    const deaf = await open(`trap '' TERM INT HUP; exec -a ${marker} bash -c 'while :; do sleep 0.1; done'`, {
      timeoutMs: 500,
    });
    expect((await deaf.end()).stoppedBy).toBe('timeout');
    await sleep(300);
    expect(processesNaming(marker)).toEqual([]);
  });

  test('is not passed on to commands that start meanwhile', async () => {
    const { terminal, sees, end } = await open('echo ready; read line');
    await sees('ready');
    const running = await shared?.run({
      root,
      conversationId: 'beside',
      program: { kind: 'shell', command: 'ls -l /proc/self/fd' },
      timeoutMs: 5_000,
      signal: new AbortController().signal,
    });
    let listing = '';
    for await (const { bytes } of running?.output ?? []) listing += Buffer.from(bytes).toString();
    expect(listing).not.toContain('ptmx');
    expect(listing.trim().split('\n').slice(1)).toHaveLength(4);
    terminal.write('\r');
    expect((await end()).exitCode).toBe(0);
  });
});
