import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';

/** A server that starts a command with a daemon and a terminal, says so, and waits to be killed. */
const [root = '', marker = ''] = process.argv.slice(2);
const commands = createCommands({ mode: 'bwrap' });
const request = {
  hosts: ['example.org'],
  root,
  conversationId: 'c',
  timeoutMs: 600_000,
  signal: new AbortController().signal,
};
const daemon = `setsid bash -c 'exec -a ${marker} sleep 600' & exec -a ${marker} sleep 600`;
const running = await commands.run({ ...request, program: { kind: 'shell', command: daemon } });
const terminal = await commands.openTerminal({ ...request, command: daemon, columns: 80, rows: 24 });
console.log('started');
for await (const _ of running.output);
await terminal.end;
