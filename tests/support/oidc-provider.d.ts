/** What the tests use of it; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
    };
  }

  export interface Account {
    accountId: string;
    claims(): Promise<{ sub: string; [claim: string]: unknown }>;
  }

  export interface Configuration {
    clients: Record<string, unknown>[];
    claims?: Record<string, string[]>;
    scopes?: string[];
    rotateRefreshToken?: boolean;
    issueRefreshToken?(): Promise<boolean>;
    cookies: { keys: string[] };
    features: Record<string, { enabled: boolean; [setting: string]: unknown }>;
    interactions: { url(context: Context, interaction: { uid: string }): string };
    findAccount(context: Context, id: string): Promise<Account | undefined>;
    loadExistingGrant(context: Context): Promise<Grant>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    AccessToken: {
      new (of: {
        accountId: string;
        client: object | undefined;
        grantId: string;
        gty: string;
        scope: string;
      }): { resourceServer: object; save(): Promise<string> };
      find(token: string): Promise<{ accountId: string } | undefined>;
    };
    Client: { find(id: string): Promise<object | undefined> };
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    ResourceServer: new (
      identifier: string,
      info: object,
    ) => object;
    on(event: 'registration_create.success', listener: () => void): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result:
        | { login: { accountId: string }; consent?: object }
        | { error: string; error_description: string },
    ): Promise<void>;
  }
}
