'use client';

import { useMemo } from 'react';
import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import { type MatchLine, parseMatches } from '../../lib/core/parse-matches.ts';
import { LineRow } from './line-row.tsx';
import { literalPattern } from './literal-pattern.ts';
import { MatchText } from './matches-chunk.tsx';
import { MatchesFileHead } from './matches-file-head.tsx';

interface FileMatches {
  path: string;
  matches: { match: MatchLine; key: string }[];
}

/** The first matches on a card, under the files they are in. */
export function MatchesPreview({
  lines,
  metadata,
}: {
  lines: readonly string[];
  metadata: ArtifactMetadata;
}) {
  const pattern = useMemo(() => literalPattern(metadata.arguments), [metadata]);
  const files = useMemo(() => groupByFile(parseMatches(lines, metadata.files)), [lines, metadata]);
  return (
    <div className="hits">
      {files.map(({ path, matches }) => (
        <div key={path}>
          <MatchesFileHead path={path} />
          <div className="code">
            {matches.map(({ match, key }) => (
              <LineRow key={key} line={match.line} className={match.kind}>
                <MatchText match={match} pattern={pattern} line={null} />
              </LineRow>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Lines that name no file stay with the file before them; gaps are left out. */
function groupByFile(matches: MatchLine[]): FileMatches[] {
  const files = new Map<string, FileMatches>();
  let path = '';
  matches.forEach((match, place) => {
    path = match.path ?? path;
    if (match.kind === 'gap') return;
    const file = files.get(path) ?? { path, matches: [] };
    file.matches.push({ match, key: `${place}` });
    files.set(path, file);
  });
  return [...files.values()];
}
