'use client';

import { useLayoutEffect } from 'react';
import { LinePreview } from '../line-preview.tsx';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import type { PreviewProps } from '../viewer.ts';
import { logRenderer } from './log-renderer.ts';
import { describeNotableLines } from './notable-lines.ts';
import { NotableRows } from './notable-rows.tsx';
import { useNotableLines } from './use-notable-lines.ts';

/** The errors and warnings of a log on its card, or its first lines with their levels coloured. */
export function LogPreview(props: PreviewProps) {
  const { metadata, data, onWords } = props;
  const notable = useNotableLines(metadata);
  const words = notable === null || notable === 'waiting' ? null : describeNotableLines(notable);
  // Before the browser paints: the foot names the lines it is shown with.
  useLayoutEffect(() => {
    onWords?.(words);
    return () => onWords?.(null);
  }, [words, onWords]);
  // While a log is searched for errors, nothing is shown that would be replaced in a moment.
  if (notable === 'waiting') return <PreviewSkeleton {...props} />;
  return notable ? (
    <NotableRows notable={notable} data={data} firstLine={metadata.firstLine} />
  ) : (
    <LinePreview renderer={logRenderer} hasGutter metadata={metadata} data={data} />
  );
}
