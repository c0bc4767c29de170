/** Next calls this once when the server starts, in an instance of modules of its own. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startServer } = await import('@vitrine/lib/http/start-server.ts');
  await startServer();
}
