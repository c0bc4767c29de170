import type { StopCause } from '#lib/workspace/commands.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { memoryKinds, memoryProgram, modestUse } from './memory-kinds.ts';

export interface MemoryOutcome {
  stoppedBy: StopCause | null;
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface MemoryOutcomes {
  memory: string | null;
  memoryReason: string | null;
  kinds: Record<string, MemoryOutcome>;
  modest: MemoryOutcome;
}

const mebibyte = 1024 * 1024;
const maxBytes = 128 * mebibyte;

/**
 * Tries to hold four times the bound in every kind of memory, as the user it is started as, in the folder it is given: with
 * control groups where there are any, or without (`watched`). Prints what came of each.
 */
const [root = '', bound] = process.argv.slice(2);
const commands = createCommands({
  mode: 'bwrap',
  usesControlGroups: bound !== 'watched',
  limits: {
    commandMemoryBytes: maxBytes,
    commandProcessBytes: 16 * maxBytes,
    commandProcesses: 64,
    // Large, so that only the bound of all memory together stops what is written there.
    commandTmpBytes: 5 * maxBytes,
    commandSharedMemoryBytes: 5 * maxBytes,
    commandFileBytes: 8 * maxBytes,
    memoryWatchMs: 100,
  },
});
const { memory, memoryReason } = await commands.check();

async function run(code: string): Promise<MemoryOutcome> {
  const running = await commands.run({
    root,
    conversationId: 'conv',
    program: { kind: 'code', language: 'python', code },
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  });
  const output = { stdout: '', stderr: '' };
  for await (const { stream, bytes } of running.output) output[stream] += Buffer.from(bytes).toString();
  const { stoppedBy, exitCode } = await running.end;
  return { stoppedBy, exitCode, ...output };
}

const kinds: Record<string, MemoryOutcome> = {};
for (const [name, { code }] of Object.entries(memoryKinds)) {
  kinds[name] = await run(memoryProgram(code, 4 * maxBytes, 15));
}
const outcomes: MemoryOutcomes = {
  memory,
  memoryReason,
  kinds,
  modest: await run(memoryProgram(modestUse, maxBytes, 2)),
};
await commands.close();
process.stdout.write(JSON.stringify(outcomes));
