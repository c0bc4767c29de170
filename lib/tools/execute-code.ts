import { z } from 'zod';
import { limits } from '../core/limits.ts';
import { codeText } from './command-arguments.ts';
import { commandResult } from './command-result.ts';
import { defineTool } from './define-tool.ts';
import { titleOfCommand } from './title-of-command.ts';

const titleCharacters = 80;

export const executeCode = defineTool({
  name: 'execute_code',
  description:
    'Runs a piece of JavaScript (node) or Python in the workspace, for computing and looking things up. You get a short view of what it ' +
    'prints, people see all of it as it comes. No network, no input.',
  inputSchema: z.object({ language: z.enum(['node', 'python']), code: codeText }),
  audience: 'model',
  needsCommands: true,
  async run({ language, code }, context) {
    const running = await context.commands.run({
      root: context.workspace.root,
      conversationId: context.conversationId,
      program: { kind: 'code', language, code },
      timeoutMs: limits.commandSeconds * 1000,
      signal: context.signal,
      onWait: () => context.tellProgress('Waits until another command is done.'),
    });
    const [firstLine = ''] = code.trim().split('\n', 1);
    const title = `${language}: ${titleOfCommand(firstLine, titleCharacters)}`;
    return commandResult(running, { title, hasInput: false }, context);
  },
});
