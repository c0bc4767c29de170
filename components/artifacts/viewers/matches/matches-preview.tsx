'use client';

import { LineRow } from '#components/artifacts/lines/line-row.tsx';
import { literalPattern } from '#components/artifacts/text/literal-pattern.ts';
import type { PreviewProps } from '../viewer.ts';
import { groupMatches } from './group-matches.ts';
import { MatchText } from './matches-chunk.tsx';
import { MatchesFileHead } from './matches-file-head.tsx';

/** The first matches on a card, under their files. */
export function MatchesPreview({ data: { lines }, metadata }: PreviewProps) {
  'use memo';
  const pattern = literalPattern(metadata.arguments);
  const { files } = groupMatches(lines, metadata.files);
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
