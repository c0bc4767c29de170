/** Whether a command ran and reported failure through its exit code. */
export const hasFailed = (exitCode: number | null): boolean => exitCode !== null && exitCode !== 0;
