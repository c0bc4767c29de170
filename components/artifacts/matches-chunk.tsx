'use client';

import { memo, useMemo } from 'react';
import { markSegments } from './code-segments.ts';
import { HighlightedRows } from './highlighted-rows.tsx';
import { LineRow } from './line-row.tsx';
import { literalPattern } from './literal-pattern.ts';
import { MatchesFileHead } from './matches-file-head.tsx';
import { type MatchLine, parseMatches } from './parse-matches.ts';
import { languageOfPath } from './prism-language.ts';
import { SegmentText } from './segment-text.tsx';
import type { ChunkProps } from './viewer.ts';

/** A search in the panel: the result's own line number, the place in the file, the text; a head where the file changes. */
export const MatchesChunk = memo(function MatchesChunk(props: ChunkProps) {
  const { lines, firstNumber, metadata, previousLine } = props;
  const find = useMemo(() => literalPattern(metadata.arguments), [metadata]);
  const matches = useMemo(() => parseMatches(lines, metadata.files), [lines, metadata]);
  const pathBefore =
    previousLine === null ? null : (parseMatches([previousLine], metadata.files)[0]?.path ?? null);
  let path = pathBefore;
  return (
    <div className="hits">
      {matches.map((match, index) => {
        const isNewFile = match.path !== null && match.path !== path;
        path = match.path ?? path;
        const number = firstNumber + index;
        return (
          <div key={number}>
            {isNewFile && <MatchesFileHead path={match.path ?? ''} />}
            <LineRow
              line={number}
              className={match.kind}
              aside={<span className="at">{match.line ?? ''}</span>}
            >
              <MatchText match={match} find={find} />
            </LineRow>
          </div>
        );
      })}
    </div>
  );
});

/** A match's line in its file's colours. It stands alone: what is open before it is not known. */
export function MatchText({ match, find }: { match: MatchLine; find: ReturnType<typeof literalPattern> }) {
  const lines = useMemo(() => [match.text], [match.text]);
  return (
    <HighlightedRows
      lines={lines}
      language={match.path === null ? null : languageOfPath(match.path)}
      openState=""
      renderLine={(segments, index) => <SegmentText key={index} segments={markSegments(segments, find)} />}
    />
  );
}
