import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';

/** The rounds of a call that are over. The client carries it, so it is signed. */
export interface RequestState {
  round: number;
}

/** One process answers all rounds of these tests. */
export const requestStates = createRequestStateCodec<RequestState>({ key: randomBytes(32) });
