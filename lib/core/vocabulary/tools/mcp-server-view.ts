import type { AddedServer } from './added-server.ts';
import type { ApprovalPolicy } from './approval.ts';
import type { McpServerState } from './mcp-server-state.ts';

/** Days whose calls are counted. */
export const serverDays = 30;

/** A blocked tool on the page. */
export interface ToolChangeView {
  tool: string;
  /** Of the new definition. */
  hash: string;
  seenAt: string;
  /** Nothing was accepted of it before. */
  isNew: boolean;
  /** What differs, as unified diffs. */
  parts: { name: 'title' | 'description' | 'arguments' | 'hints'; diff: string }[];
}

export interface ServerToolView {
  name: string;
  description: string;
  policy: ApprovalPolicy;
}

/** An MCP server on the page. */
export interface McpServerView extends McpServerState {
  /** What its program can reach; `remote`: it is not run here. */
  confinement: 'sandbox' | 'sandbox with network' | 'none' | 'remote';
  /** As it was added on the page; `null`: it is in the config file. */
  added: AddedServer | null;
  /** The member has signed in to it. */
  isSignedIn: boolean;
  /** Tokens of the definitions of its tools, sent with each step unless they are deferred. */
  definitionTokens: number;
  /** They are not sent: the model finds them by search. */
  isDeferred: boolean;
  tools: (ServerToolView & { isSplit: boolean })[];
  /** Tools that only its pages call. */
  pageTools: ServerToolView[];
  /** Tools that the model is not given: their definitions are too large, or too many. */
  leftOut: readonly string[];
  /** Its tools that are blocked, because it has changed them. */
  changes: ToolChangeView[];
  /** Whether results of a tool without an entry of its own are split. */
  isSplit: boolean;
  /** Clients of the gateway may call its tools. */
  isInGateway: boolean;
  /** In the last days, failed ones included. */
  calls: number;
  withheldTokens: number;
}
