'use client';

import { memo } from 'react';
import type { ChunkProps } from '#components/artifacts/lines/line-renderer.ts';
import { LineRow } from '#components/artifacts/lines/line-row.tsx';
import { HighlightedRows } from '#components/artifacts/text/highlighted-rows.tsx';
import { useLineSurroundings } from '#components/artifacts/text/line-context.tsx';
import { literalPattern } from '#components/artifacts/text/literal-pattern.ts';
import { MarkedLine, Runs } from '#components/artifacts/text/marked-line.tsx';
import { markedRuns, rangesOf } from '#components/artifacts/text/marked-runs.ts';
import { PathLink } from '#components/artifacts/text/path-link.tsx';
import { languageOfPath } from '#components/artifacts/text/prism-language.ts';
import { SegmentText } from '#components/artifacts/text/segment-text.tsx';
import { type ParsedMatchLine, parseMatches } from '#lib/core/algorithms/lines/parse-matches.ts';
import type { TextQuery } from '#lib/core/algorithms/text/text-pattern.ts';
import { MatchesFileHead } from './matches-file-head.tsx';

/** A search in the panel: line in the result, line in the file, text; and a head where the file changes. */
export const MatchesChunk = memo(function MatchesChunk(props: ChunkProps) {
  'use memo';
  const { lines, firstNumber, cut, metadata, previousLine } = props;
  const pattern = literalPattern(metadata.arguments);
  const matches = parseMatches(lines, metadata.files);
  const pathBefore =
    previousLine === null ? null : (parseMatches([previousLine], metadata.files)[0]?.path ?? null);
  const paths = pathsBefore(matches, pathBefore);
  return (
    <div className="hits">
      {matches.map((match, index) => {
        const isNewFile = match.path !== null && match.path !== paths[index];
        const number = firstNumber + index;
        return (
          <div key={number}>
            {isNewFile && <MatchesFileHead path={match.path ?? ''} />}
            <LineRow
              line={number}
              className={match.kind}
              cutByteLength={cut.get(index)}
              aside={<MatchAt match={match} />}
            >
              <MatchText match={match} pattern={pattern} line={number} />
            </LineRow>
          </div>
        );
      })}
    </div>
  );
});

/** The number of the line in its file, which opens there. */
function MatchAt({ match: { path, line } }: { match: ParsedMatchLine }) {
  return (
    <span className="at">
      {path !== null && line !== null ? <PathLink location={{ path, line }}>{line}</PathLink> : (line ?? '')}
    </span>
  );
}

/** For each match the file of the line before it. */
function pathsBefore(matches: readonly ParsedMatchLine[], first: string | null): (string | null)[] {
  let path = first;
  return matches.map((match) => {
    const before = path;
    path = match.path ?? path;
    return before;
  });
}

/**
 * A match's line in its file's colours. It stands alone, so the lexer state before it is not known. The
 * tool's pattern is marked until the reader searches for something else.
 */
export function MatchText(props: {
  match: ParsedMatchLine;
  /** The pattern the tool searched for. */
  pattern: TextQuery | null;
  /** The line's number in the result; `null`: it is not searched. */
  line: number | null;
}) {
  'use memo';
  const { match, pattern, line } = props;
  const { find } = useLineSurroundings();
  const lines = [match.text];
  const ranges = pattern === null || find !== null ? null : rangesOf(match.text, pattern);
  return (
    <HighlightedRows
      lines={lines}
      language={match.path === null ? null : languageOfPath(match.path)}
      openState=""
      renderLine={(segments, index) =>
        ranges === null ? (
          <MarkedLine key={index} segments={segments} line={line} before={locationBefore(match)} />
        ) : (
          <Runs
            key={index}
            runs={markedRuns(segments, ranges)}
            render={(pieces) => <SegmentText segments={pieces} />}
          />
        )
      }
    />
  );
}

/** The part of the result's line before the text. */
function locationBefore({ kind, path, line }: ParsedMatchLine): string {
  if (path === null) return '';
  const sign = kind === 'match' ? ':' : '-';
  return `${path}${sign}${line}${sign}`;
}
