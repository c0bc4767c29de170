'use client';

import { useState } from 'react';
import { LineViewer } from '#components/artifacts/lines/line-viewer.tsx';
import { useLineSurroundings } from '#components/artifacts/text/line-context.tsx';
import type { LogLevel } from '#lib/core/algorithms/lines/log-line.ts';
import type { RichViewProps } from '../viewer.ts';
import { formatFiltered } from './filter-state.ts';
import { FilteredLines } from './filtered-lines.tsx';
import { LogBar } from './log-bar.tsx';
import { logRenderer } from './log-renderer.ts';
import { useFilteredLog } from './use-filtered-log.ts';

/** A log: coloured by level, filtered by level and by text, followed while it grows. */
export function LogView({ baseUrl, metadata, isWrapped }: RichViewProps) {
  'use memo';
  const { selection, onSelect } = useLineSurroundings();
  const [query, setQuery] = useState('');
  const [levels, setLevels] = useState<readonly LogLevel[]>([]);
  const [focus, setFocus] = useState<{ line: number } | null>(null);
  const filter = { levels, query };
  const { state, readOn } = useFilteredLog(baseUrl, metadata, filter);
  const isFiltering = levels.length > 0 || query !== '';
  const showInContext = (line: number) => {
    setQuery('');
    setLevels([]);
    setFocus({ line });
  };
  const lineCount = metadata.lineCount ?? 0;
  const isNothing = isFiltering && state.rows.length === 0 && state.readTo !== null;
  return (
    <>
      <LogBar
        query={query}
        onQuery={setQuery}
        levels={levels}
        onLevels={setLevels}
        counts={state.counts}
        words={isFiltering ? formatFiltered(state, lineCount) : ''}
      />
      {isNothing && (
        <p className="lines-note">No lines match this filter. Change it, or open Source to see all lines.</p>
      )}
      {isFiltering ? (
        <FilteredLines
          rows={state.rows}
          query={query}
          isWrapped={isWrapped}
          isGrowing={metadata.state === 'writing'}
          onEnd={readOn}
          onLine={showInContext}
        />
      ) : (
        <LineViewer
          baseUrl={baseUrl}
          metadata={metadata}
          lineCount={lineCount}
          renderer={logRenderer}
          isWrapped={isWrapped}
          selection={selection}
          onSelect={onSelect}
          focus={focus}
          find={null}
        />
      )}
    </>
  );
}
