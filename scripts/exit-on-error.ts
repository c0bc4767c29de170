/** Prints the error's message and exits the command line. */
export function exitOnError(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
