/** Why there can be no replay, in one sentence. */
export class ReplayError extends Error {
  override name = 'ReplayError';
}
