'use client';

import { createContext, useContext, useMemo, useRef } from 'react';
import { artifactUrl } from '#components/artifacts/api/artifact-api.ts';
import { chunkLines } from '#components/artifacts/api/chunk-lines.ts';
import { literalPattern } from '#components/artifacts/text/literal-pattern.ts';
import { languageOfPath } from '#components/artifacts/text/prism-language.ts';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import type { MatchesSection } from '#lib/core/algorithms/lines/file-section.ts';
import { type ParsedMatchLine, parseMatches } from '#lib/core/algorithms/lines/parse-matches.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { RichViewProps } from '../viewer.ts';
import { contextRows } from './context-rows.ts';
import { FilesView } from './files-view.tsx';
import { MatchRows } from './match-rows.tsx';
import type { OpenContexts } from './open-contexts.ts';
import type { PartLines } from './section-list.tsx';
import { useOpenContexts, useShownContexts } from './use-open-contexts.ts';

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

/**
 * A search result by file. A match links to its line if the conversation has the file, and opens the lines
 * around it if the file can be read; a share contains only the search result.
 */
export function MatchesFiles(props: RichViewProps) {
  'use memo';
  const { metadata, baseUrl } = props;
  const open = useOpenContexts(baseUrl);
  const contexts = baseUrl === artifactUrl(metadata.id) ? open : null;
  return (
    <SearchContext value={{ metadata, contexts }}>
      <FilesView<MatchesSection> {...props} totalOf={totalOf} figuresOf={figuresOf} Part={Part} />
    </SearchContext>
  );
}

/** The search whose result is shown, and the contexts that are open in it; `null`: none can be opened. */
const SearchContext = createContext<{ metadata: ArtifactMetadata; contexts: OpenContexts | null } | null>(
  null,
);

type MatchesPartLines = PartLines & { value: MatchesSection; path: string | null; firstLine: number };

function Part(props: MatchesPartLines) {
  'use memo';
  const search = useContext(SearchContext);
  return search && <SearchPart {...props} {...search} />;
}

function SearchPart(props: MatchesPartLines & { metadata: ArtifactMetadata; contexts: OpenContexts | null }) {
  const { source, part, value, path, metadata, contexts } = props;
  const pattern = useMemo(() => literalPattern(metadata.arguments), [metadata]);
  const chunk = source.chunk(part.chunk);
  const files = useMemo(() => (path === null ? metadata.files : [path, ...metadata.files]), [path, metadata]);
  const matches = useMemo(
    () => parseMatches(chunk?.lines.slice(part.from, part.to) ?? [], files),
    [chunk, part.from, part.to, files],
  );
  const end = part.chunk * chunkLines + part.to;
  const isLast = end >= value.from - 1 + value.lineCount;
  // A part that does not end its file ends its chunk, so the next line is in the next one.
  const next = isLast ? undefined : source.chunk(part.chunk + 1)?.lines[0];
  const nextNumber = useMemo(() => numberOf(next, files), [next, files]);
  const hits = useRef<HTMLDivElement>(null);
  const shown = useShownContexts(contexts, hits);
  const firstLine = metadata.firstLine + part.chunk * chunkLines + part.from;
  const sectionLine = metadata.firstLine + value.from - 1;
  const rows = useMemo(
    () =>
      contextRows(
        { matches, firstLine, isFirst: part.index === 0, nextNumber },
        shown.contexts?.within(sectionLine, sectionLine + value.lineCount - 1) ?? new Map(),
      ),
    [matches, firstLine, part.index, nextNumber, sectionLine, value.lineCount, shown],
  );
  return (
    <div className="hits" ref={hits}>
      <MatchRows
        rows={rows}
        pattern={pattern}
        language={path === null ? null : languageOfPath(path)}
        contexts={contexts}
      />
    </div>
  );
}

/** The number of a match in its file. */
const numberOf = (text: string | undefined, files: readonly string[]): number | null => {
  const match: ParsedMatchLine | undefined = text === undefined ? undefined : parseMatches([text], files)[0];
  return match?.line ?? null;
};
