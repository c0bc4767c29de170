import { LoadFault } from '../text/load-fault.tsx';
import type { LineSource } from './line-source.ts';

const words: Readonly<Record<string, string>> = {
  artifact_expired: 'These lines have expired. The card still shows what the model saw.',
  not_found: 'Nothing to show here. The link is wrong, has ended, or is not meant for this account.',
};

/** Says why lines that should be visible are missing. */
export function LinesFailure({ source, first, last }: { source: LineSource; first: number; last: number }) {
  let code: string | null = null;
  for (let index = first; index <= last; index += 1) code ??= source.failure(index);
  if (code === null) return null;
  const text = words[code];
  return <LoadFault text={text ?? 'Could not load these lines.'} onRetry={text ? null : source.retry} />;
}
