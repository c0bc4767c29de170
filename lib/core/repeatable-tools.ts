import type { ToolCallState } from './conversation-state.ts';

/**
 * Tools whose calls a person may run again: they change nothing, or they are commands, which a person repeats
 * knowingly.
 */
const repeatableTools: ReadonlySet<string> = new Set([
  'render_file_contents',
  'read_file',
  'list_files',
  'grep_file',
  'run_and_display',
  'execute_code',
  'display_image',
  'embed_media',
]);

/** Whether a call can be run again: its tool allows it, and its arguments were stored whole. */
export const isRepeatable = ({ toolName, arguments: input }: Pick<ToolCallState, 'toolName' | 'arguments'>) =>
  repeatableTools.has(toolName) && !isCut(input);

/** Whether arguments were too long or too deep to be stored whole (`storedArguments`). */
const isCut = (input: ToolCallState['arguments']): boolean =>
  typeof input === 'object' &&
  input !== null &&
  !Array.isArray(input) &&
  Object.keys(input).length === 1 &&
  'cut' in input;
