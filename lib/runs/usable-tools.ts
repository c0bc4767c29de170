import type { Tool } from '../tools/tool-call.ts';
import type { Commands } from '../workspace/commands.ts';

/** Tools that run programs are only offered where programs can run. */
export async function usableTools(
  tools: readonly Tool[],
  commands: Pick<Commands, 'check'>,
): Promise<Tool[]> {
  const { mode } = await commands.check();
  return tools.filter((tool) => mode !== 'off' || !tool.needsCommands);
}
