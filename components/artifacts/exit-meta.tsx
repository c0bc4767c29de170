import { formatDuration } from '../ui/format-time.ts';

/** `exit 1 · 4.2 s`. */
export function ExitMeta({ exitCode, durationMs }: { exitCode: number; durationMs: number | null }) {
  return (
    <>
      {exitCode === 0 ? 'exit 0' : <span className="bad strong">exit {exitCode}</span>}
      {durationMs !== null && ` · ${formatDuration(durationMs)}`}
    </>
  );
}
