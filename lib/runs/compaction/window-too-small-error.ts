/** Nothing can be left out of a model call any more, and it still does not fit. */
export class WindowTooSmallError extends Error {
  override name = 'WindowTooSmallError';
}
