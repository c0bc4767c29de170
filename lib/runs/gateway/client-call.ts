import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { ElicitationAnswer } from '#lib/core/vocabulary/tools/elicitation.ts';
import type { Tool } from '#lib/tools/tool-call.ts';
import type { ServerQuestion, ToolContext } from '#lib/tools/tool-context.ts';
import type { Workspace } from '#lib/workspace/workspace.ts';

/** A call that a client of the gateway makes for a member: in no run, and for a model elsewhere. */
export interface ClientCall {
  conversation: Conversation;
  workspace: Workspace;
  author: { id: string; name: string };
  /** Tells clients apart: the ID of its token. */
  clientId: string;
  /** As people and the ledger name it. */
  client: string;
  tool: Tool;
  input: unknown;
  /** Aborted when the client cancels, is gone, or has lost its right. */
  signal: AbortSignal;
  /** Whether the client still has it: people may take minutes to allow the call. */
  stillMay(): Promise<boolean>;
  mayRecall: ToolContext['mayRecall'];
  /**
   * Asks the client's own people what a server asks. `null`: it cannot.
   * @throws the signal's reason
   */
  elicit(question: ServerQuestion, signal: AbortSignal): Promise<Omit<ElicitationAnswer, 'id'> | null>;
  onProgress: ToolContext['reportProgress'];
}
