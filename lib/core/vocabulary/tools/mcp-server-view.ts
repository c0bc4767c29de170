import type { ApprovalPolicy } from './approval.ts';
import type { McpServerState } from './mcp-server-state.ts';

/** An MCP server on the page. */
export interface McpServerView extends McpServerState {
  /** Tokens of the definitions of its tools, sent with each step. */
  definitionTokens: number;
  tools: { name: string; description: string; policy: ApprovalPolicy; isSplit: boolean }[];
  /** Tools that the model is not given: their definitions are too large, or too many. */
  leftOut: readonly string[];
}
