import { useEffect, useState } from 'react';
import { useReading } from '#components/ui/use-reading.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { previewLines } from '../line-card.ts';
import type { NotableLines } from './notable-lines.ts';

/** Logs up to this size are searched for their card without being asked. */
const maxBytes = 8 * 1024 * 1024;

/**
 * The first errors and warnings of a log that is longer than its card. `null`: it has none, is too long to
 * search, or is not a log; then its first lines are shown.
 */
export function useNotableLines(metadata: ArtifactMetadata | null): NotableLines | 'waiting' | null {
  const { isSourceFirst } = useReading();
  const isWanted =
    !isSourceFirst &&
    metadata !== null &&
    !traitsOf(metadata.type).hasEscapes &&
    metadata.state === 'complete' &&
    metadata.byteLength <= maxBytes &&
    (metadata.lineCount ?? 0) > previewLines &&
    (metadata.form ?? metadata.type) === 'log';
  const wantedId = isWanted ? metadata.id : null;
  const [result, setResult] = useState<{ id: string; notable: NotableLines | null } | null>(null);
  useEffect(() => {
    if (wantedId === null) return;
    const controller = new AbortController();
    void loadNotableLines()
      .then((read) => read(wantedId, controller.signal))
      .catch(() => null)
      .then((notable) => {
        if (!controller.signal.aborted) setResult({ id: wantedId, notable });
      });
    return () => controller.abort();
  }, [wantedId]);
  if (wantedId === null) return null;
  return result?.id === wantedId ? result.notable : 'waiting';
}

const loadNotableLines = async () => (await import('./read-notable-lines.ts')).readNotableLines;
