import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';

/** A server that says when it begins to start a command, to be killed while it does. */
const [root = ''] = process.argv.slice(2);
const commands = createCommands({ mode: 'bwrap' });
await commands.check();
console.log('starting');
const program = { kind: 'shell' as const, command: 'sleep 0.2; echo >begun; sleep 20' };
const signal = new AbortController().signal;
await (await commands.run({ root, conversationId: 'c', program, timeoutMs: 30_000, signal })).end;
