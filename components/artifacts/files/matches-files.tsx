'use client';

import { memo, useMemo } from 'react';
import type { ArtifactMetadata } from '../../../lib/core/artifact.ts';
import type { MatchesSection } from '../../../lib/core/file-section.ts';
import { type MatchLine, parseMatches } from '../../../lib/core/parse-matches.ts';
import { formatCount, formatNumber } from '../../ui/format-number.ts';
import { LineRow } from '../line-row.tsx';
import { literalPattern } from '../literal-pattern.ts';
import { MatchText } from '../matches-chunk.tsx';
import { useArtifactPanel } from '../panel-context.tsx';
import type { RichViewProps } from '../viewer.ts';
import { FilesView } from './files-view.tsx';
import { partLines } from './part-text.ts';
import type { PartLines } from './section-list.tsx';

const figuresOf = ({ matchCount }: MatchesSection) => formatNumber(matchCount);
const totalOf = (sections: readonly MatchesSection[]) => (
  <span className="dim">
    {formatCount(
      sections.reduce((sum, { matchCount }) => sum + matchCount, 0),
      'match',
      'matches',
    )}
  </span>
);

/** A search by the files it found something in. A match leads to its line, where the conversation has its file. */
export function MatchesFiles(props: RichViewProps) {
  const { metadata } = props;
  const Part = useMemo(() => partOf(metadata), [metadata]);
  return <FilesView<MatchesSection> {...props} totalOf={totalOf} figuresOf={figuresOf} Part={Part} />;
}

type MatchesPartLines = PartLines & { value: MatchesSection; path: string | null };

function partOf(metadata: ArtifactMetadata) {
  const pattern = literalPattern(metadata.arguments);
  return function Part({ source, part, value, path }: MatchesPartLines) {
    const chunk = source.chunk(part.chunk);
    // biome-ignore lint/correctness/useExhaustiveDependencies: a part's lines are those of its chunk
    const matches = useMemo(() => {
      const files = path === null ? metadata.files : [path, ...metadata.files];
      return parseMatches(partLines(source, part) ?? [], files);
    }, [chunk, part.from, part.to, path]);
    return <Matches matches={matches} pattern={pattern} key={value.from} />;
  };
}

const Matches = memo(function Matches(props: {
  matches: readonly MatchLine[];
  pattern: ReturnType<typeof literalPattern>;
}) {
  return (
    <div className="hits">
      {props.matches.map((match, place) => {
        const key = `${place}`;
        return (
          <LineRow key={key} line={null} className={match.kind} aside={<Place match={match} />}>
            <MatchText match={match} pattern={props.pattern} line={null} />
          </LineRow>
        );
      })}
    </div>
  );
});

/** The line's number in its file: a way there, where people can be shown the file. */
function Place({ match: { path, line } }: { match: MatchLine }) {
  const panel = useArtifactPanel();
  if (line === null) return <span className="at" />;
  const artifactId = path === null ? null : panel.fileWithLine(path, line);
  if (artifactId === null) return <span className="at">{line}</span>;
  const name = `Open ${path} at line ${line}`;
  return (
    <button
      type="button"
      className="at"
      title={name}
      aria-label={name}
      onClick={() => panel.open({ artifactId, lines: { from: line, to: line } })}
    >
      {line}
    </button>
  );
}
