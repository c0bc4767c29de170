import { formatDuration } from '#components/ui/format-time.ts';

/** `exit 1 · 4.2 s`, or the outcome in words where there is one: `stopped by a person · 2.0 s`. */
export function ExitMeta(props: {
  exitCode: number;
  outcome: string | undefined;
  durationMs: number | null;
}) {
  const { exitCode, outcome, durationMs } = props;
  const words = outcome ?? `exit ${exitCode}`;
  return (
    <>
      <span className={words === 'exit 0' ? undefined : 'bad strong'}>{words}</span>
      {durationMs !== null && ` · ${formatDuration(durationMs)}`}
    </>
  );
}
