/** A patch that cannot be read, or does not fit, in a sentence for people and model alike. */
export class PatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatchError';
  }
}
