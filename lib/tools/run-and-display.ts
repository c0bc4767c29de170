import { z } from 'zod';
import { limits } from '../core/limits.ts';
import { runAndDisplayProfile } from '../core/vocabulary/tools/run-and-display.ts';
import { commandText, neededHosts, neededSecrets, timeoutSeconds } from './command-arguments.ts';
import { commandContext } from './command-context.ts';
import { commandResult } from './command-result.ts';
import { defineTool } from './define-tool.ts';
import { unwrap } from './offline-words.ts';
import { titleOfCommand } from './title-of-command.ts';

export const runAndDisplay = defineTool(runAndDisplayProfile, {
  description:
    'Runs a bash command and shows people its output as it comes. You get how it ended, not the output. No input.',
  offline: {
    help: '`run npm test`: runs a command and shows its output as it comes',
    read(message) {
      const match = /^(?:run(?!\s+in\s+a\s+terminal\b)|\$)\s+([\s\S]+)$/i.exec(message);
      return match && { command: unwrap(match[1] ?? '') };
    },
  },
  inputSchema: z.object({
    command: commandText,
    hosts: neededHosts,
    secrets: neededSecrets,
    timeoutSeconds: timeoutSeconds(limits.commandSeconds, limits.commandMaxSeconds),
  }),
  async run({ command, timeoutSeconds: wanted }, context) {
    const seconds = wanted ?? limits.commandSeconds;
    const running = await context.commands.run({
      ...commandContext(context),
      program: { kind: 'shell', command },
      timeoutMs: seconds * 1000,
    });
    return commandResult(running, { title: titleOfCommand(command), hasInput: false }, context);
  },
});
