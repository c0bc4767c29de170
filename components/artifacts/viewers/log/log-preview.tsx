'use client';

import { useEffect } from 'react';
import { LoadSkeleton } from '#components/artifacts/text/load-skeleton.tsx';
import { lineHeight } from '../line-card.ts';
import { LinePreview } from '../line-preview.tsx';
import type { PreviewProps } from '../viewer.ts';
import { logRenderer } from './log-renderer.ts';
import { describeNotableLines } from './notable-lines.ts';
import { NotableRows } from './notable-rows.tsx';
import { useNotableLines } from './use-notable-lines.ts';

/** The errors and warnings of a log on its card, or its first lines with their levels coloured. */
export function LogPreview({ metadata, data, height, onWords }: PreviewProps) {
  const notable = useNotableLines(metadata);
  const words = notable === null || notable === 'waiting' ? null : describeNotableLines(notable);
  useEffect(() => {
    onWords?.(words);
    return () => onWords?.(null);
  }, [words, onWords]);
  // While a log is searched for errors, nothing is shown that would be replaced in a moment.
  if (notable === 'waiting') return <LoadSkeleton rows={Math.floor(height / lineHeight)} />;
  return notable ? (
    <NotableRows notable={notable} data={data} firstLine={metadata.firstLine} />
  ) : (
    <LinePreview renderer={logRenderer} hasGutter metadata={metadata} data={data} />
  );
}
