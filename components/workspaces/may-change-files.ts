import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';

/** A call of a conversation changed files of its workspace, or may have. */
export const mayChangeFiles = (toolCalls: Readonly<Record<string, ToolCallState>>): boolean =>
  Object.values(toolCalls).some(({ toolName, status }) => {
    const profile = profileOf(toolName);
    return status === 'complete' && (profile?.isUndoable === true || profile?.runsCommands === true);
  });
