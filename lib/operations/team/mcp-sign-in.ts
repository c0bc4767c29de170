import type { McpSignInFailure } from '#lib/core/vocabulary/tools/mcp-sign-in.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/** Where the member's browser signs in to an MCP server; `null`: it is connected as it is. */
export const beginMcpSignIn = async (
  { services, origin, member }: MemberCall,
  server: string,
): Promise<{ url: string | null }> => {
  const url = await services.mcpSignIns.begin(server, member.id, origin.siteUrl);
  if (url === null) await services.mcpServers.forget(server, member.id);
  return { url: url?.href ?? null };
};

/** @returns why the member is not signed in; `null`: they are */
export async function finishMcpSignIn(
  { services, origin, member }: MemberCall,
  search: URLSearchParams,
): Promise<McpSignInFailure | null> {
  const end = await services.mcpSignIns.finish(search, member.id);
  if ('failure' in end) {
    services.log.warn({ err: end.cause, failure: end.failure }, 'a sign-in to an MCP server failed');
    return end.failure;
  }
  const { server } = end;
  await services.mcpServers.forget(server, member.id);
  await audit(services, origin, 'server.signed_in', member, { subject: { id: server, name: server } });
  return null;
}

export async function endMcpSignIn({ services, origin, member }: MemberCall, server: string): Promise<void> {
  const wasSignedIn = await services.mcpSignIns.end(server, member.id);
  await services.mcpServers.forget(server, member.id);
  if (wasSignedIn) {
    await audit(services, origin, 'server.signed_out', member, { subject: { id: server, name: server } });
  }
}
