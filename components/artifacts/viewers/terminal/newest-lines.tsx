'use client';

import { useMemo } from 'react';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { TailLines } from './live-tail.ts';
import { TerminalChunk } from './terminal-chunk.tsx';

/** The newest lines of an output, at most `max`; `null`: all that are loaded. */
export function NewestLines(props: { newest: TailLines; metadata: ArtifactMetadata; max: number | null }) {
  const { newest, metadata, max } = props;
  const skipped = max === null ? 0 : Math.max(0, newest.lines.length - max);
  const lines = newest.lines.slice(skipped);
  const from = newest.from + skipped;
  const cut = useMemo(
    () => new Map([...newest.cut].map(([line, byteLength]) => [line - from, byteLength])),
    [newest, from],
  );
  return (
    <TerminalChunk
      lines={lines}
      firstNumber={metadata.firstLine + from - 1}
      cut={cut}
      language={null}
      openState=""
      metadata={metadata}
      previousLine={null}
      hasGutter={false}
    />
  );
}
