import { z } from 'zod';
import { limits } from '../core/limits.ts';
import { runPtyCmdProfile } from '../core/vocabulary/tools/run-pty-cmd.ts';
import type { OutputChunk, RunningTerminal } from '../workspace/commands.ts';
import { commandText, neededHosts, neededSecrets, timeoutSeconds } from './command-arguments.ts';
import { commandContext } from './command-context.ts';
import { commandResult } from './command-result.ts';
import { defineTool } from './define-tool.ts';
import { unwrap } from './offline-words.ts';
import { titleOfCommand } from './title-of-command.ts';

const columns = 100;
const rows = 30;

export const runPtyCmd = defineTool(runPtyCmdProfile, {
  description:
    'Runs a command in a terminal, where you need its output (tests, builds) or it asks questions, which people can answer. You get ' +
    'a view of its output when it ends.',
  offline: {
    help: '`terminal npm init`: runs a command in a terminal that you can take over',
    read(message) {
      const match = /^(?:terminal|run in a terminal)\s*:?\s+([\s\S]+)$/i.exec(message);
      return match && { command: unwrap(match[1] ?? '') };
    },
  },
  inputSchema: z.object({
    command: commandText,
    hosts: neededHosts,
    secrets: neededSecrets,
    timeoutSeconds: timeoutSeconds(limits.terminalSeconds, limits.terminalMaxSeconds),
  }),
  async run({ command, timeoutSeconds: wanted }, context) {
    const seconds = wanted ?? limits.terminalSeconds;
    const terminal = await context.commands.openTerminal({
      ...commandContext(context),
      command,
      columns,
      rows,
      timeoutMs: seconds * 1000,
    });
    const detach = context.attachTerminal(terminal);
    const running = { output: outputOf(terminal, detach), end: terminal.end };
    return commandResult(running, { title: titleOfCommand(command), hasInput: true }, context);
  },
});

/** A terminal has one stream; people have access to it until that ends. */
async function* outputOf(terminal: RunningTerminal, detach: () => void): AsyncIterable<OutputChunk> {
  try {
    for await (const bytes of terminal.output) yield { stream: 'stdout', bytes };
  } finally {
    detach();
  }
}
