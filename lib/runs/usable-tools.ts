import type { Tool } from '../tools/tool-call.ts';
import type { Commands } from '../workspace/commands.ts';

/** Tools that run programs are only offered where programs can run, to whom may run them. */
export async function usableTools(
  tools: readonly Tool[],
  commands: Pick<Commands, 'check'>,
  { mayRun }: { mayRun: boolean },
): Promise<Tool[]> {
  const { mode } = await commands.check();
  return tools.filter((tool) => !tool.needsCommands || (mode !== 'off' && mayRun));
}
