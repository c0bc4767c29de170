import { z } from 'zod';
import { limits } from '../core/limits.ts';
import { executeCodeProfile } from '../core/vocabulary/tools/execute-code.ts';
import { codeText, neededHosts, neededSecrets } from './command-arguments.ts';
import { commandContext } from './command-context.ts';
import { commandResult } from './command-result.ts';
import { defineTool } from './define-tool.ts';
import { unwrap } from './offline-words.ts';
import { titleOfCommand } from './title-of-command.ts';

const titleCharacters = 80;

export const executeCode = defineTool(executeCodeProfile, {
  description:
    'Runs JavaScript (node) or Python, to compute or look something up. You get a view of what it prints. No input.',
  offline: {
    help: '`python: print(6 * 7)` · `node: console.log(process.version)`: runs a piece of code',
    read(message) {
      const match = /^(python|node)\s*:\s*([\s\S]+)$/i.exec(message);
      return match && { language: (match[1] ?? '').toLowerCase(), code: unwrap(match[2] ?? '') };
    },
  },
  inputSchema: z.object({
    language: z.enum(['node', 'python']),
    code: codeText.describe('Or an artifact that has it: art_…#L1-L40'),
    hosts: neededHosts,
    secrets: neededSecrets,
  }),
  textArguments: { code: 'whole' },
  async run({ language, code }, context) {
    const running = await context.commands.run({
      ...commandContext(context),
      program: { kind: 'code', language, code },
      timeoutMs: limits.commandSeconds * 1000,
    });
    const [firstLine = ''] = code.trim().split('\n', 1);
    const title = `${language}: ${titleOfCommand(firstLine, titleCharacters)}`;
    return commandResult(running, { title, hasInput: false }, context);
  },
});
