/** Where the browser comes back to from the sign-in to an MCP server. */
export const signedInPath = '/api/tools/signed-in';

/** Where authorization servers of MCP servers find out who this server is. */
export const clientMetadataPath = '/api/auth/client';

/** Why a member who came back is not signed in to an MCP server. */
export const mcpSignInFailures = ['expired', 'refused', 'failed'] as const;
export type McpSignInFailure = (typeof mcpSignInFailures)[number];
