/** A command that ran and says itself that it went wrong. */
export const hasFailed = (exitCode: number | null): boolean => exitCode !== null && exitCode !== 0;
