import type { TokenScope } from '#lib/core/vocabulary/team/api-token.ts';
import type { McpClient } from '#lib/operations/conversations/client-conversation.ts';
import type { MemberCall } from '#lib/operations/member-call.ts';

/** A request of an MCP client: for whom, and what it may. */
export interface McpCall extends MemberCall {
  client: McpClient;
  scopes: readonly TokenScope[];
  /** Whether the token still is one; where that cannot be read, it is. */
  stillMay(): Promise<boolean>;
  /** The API token that was sent; `null`: a token of the identity provider. */
  tokenId: string | null;
}
