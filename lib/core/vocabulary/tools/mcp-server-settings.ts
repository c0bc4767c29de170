/** In programs that run in the sandbox: the folder of the workspace, under the name that editors give it. */
export const workspaceVariable = `$\{workspaceFolder}`;

/** An MCP server, with all variables filled in. */
export type McpServerSettings =
  | {
      /** Outside the sandbox. */
      kind: 'stdio';
      command: string;
      args: string[];
      environment: Record<string, string>;
      cwd: string;
    }
  | {
      /** In the sandbox of each workspace; `workspaceVariable` is not filled in yet. */
      kind: 'sandboxed';
      command: string;
      args: string[];
      environment: Record<string, string>;
      /** Folders in which the command is looked up, separated by colons. */
      path: string;
      hasNetwork: boolean;
      /** An admin added it, and the config file does not allow its command any more. */
      isForbidden?: true;
    }
  | {
      kind: 'http';
      url: string;
      headers: Record<string, string>;
      allowsSse: boolean;
      /** How members sign in; `null`: they do not, because a header says who this server is. */
      oauth: OAuthSettings | null;
    };

export interface OAuthSettings {
  /** The authorization server that the operator named, which may be at a private address; `null`: whichever the server names. */
  issuer: string | null;
  /** As the operator registered this server at the issuer; `null`: it is not registered. */
  registered: RegisteredClient | null;
}

export interface RegisteredClient {
  clientId: string;
  /** `null`: a public client. */
  clientSecret: string | null;
}
