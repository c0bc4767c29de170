import { profileOf } from '../vocabulary/tools/tool-profiles.ts';
import type { ToolCallState } from './conversation-state.ts';

/** Whether a call can be run again: its tool allows it, and its arguments were stored whole. */
export const isRepeatable = ({ toolName, arguments: input }: Pick<ToolCallState, 'toolName' | 'arguments'>) =>
  profileOf(toolName)?.isRepeatable === true && !isCut(input);

/** Whether arguments were too long or too deep to be stored whole (`storedArguments`). */
const isCut = (input: ToolCallState['arguments']): boolean =>
  typeof input === 'object' &&
  input !== null &&
  !Array.isArray(input) &&
  Object.keys(input).length === 1 &&
  'cut' in input;
