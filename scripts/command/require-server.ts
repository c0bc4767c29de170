import { findServer, type ServerAddress, ServerError } from './server-connection.ts';

/** @throws ServerError if no server is named */
export function requireServer(environment: NodeJS.ProcessEnv): ServerAddress {
  const server = findServer(environment);
  if (server === null) {
    throw new ServerError('No server is named: set VITRINE_URL, or run `vitrine login URL`.');
  }
  return server;
}
