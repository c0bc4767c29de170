/** Next calls this once, before the server answers. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startServer } = await import('@vitrine/lib/http/start-server.ts');
  await startServer();
}
