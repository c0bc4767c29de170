/** How an MCP server is, for people. */
export interface McpServerState {
  /** The name we gave it. */
  name: string;
  kind: 'stdio' | 'http';
  /** `idle`: not used yet; `signed out`: the member has to sign in to it. */
  status: 'idle' | 'starting' | 'running' | 'failed' | 'signed out';
  /** Why it does not run; `null`: it does, or was not used yet. */
  message: string | null;
  /** The last lines of its standard error, where it does not run. */
  lastLines: string[];
}
