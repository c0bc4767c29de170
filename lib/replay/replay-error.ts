/** The reason a replay is not possible, in one sentence. */
export class ReplayError extends Error {
  override name = 'ReplayError';
}
