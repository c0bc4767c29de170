/** Ends a command line with the sentence of what went wrong. */
export function exitOnError(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
