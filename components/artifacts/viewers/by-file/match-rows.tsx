'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { useArtifactPanel } from '#components/artifacts/context/panel-context.tsx';
import { LineRow } from '#components/artifacts/lines/line-row.tsx';
import { HighlightedRows } from '#components/artifacts/text/highlighted-rows.tsx';
import type { literalPattern } from '#components/artifacts/text/literal-pattern.ts';
import { PathLink } from '#components/artifacts/text/path-link.tsx';
import { SegmentText } from '#components/artifacts/text/segment-text.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { ParsedMatchLine } from '#lib/core/algorithms/lines/parse-matches.ts';
import { MatchText } from '../matches/matches-chunk.tsx';
import { AloneRow, FaultRow, LoadingRow, MoreRow } from './context-notes.tsx';
import type { ContextLine, ContextRow } from './context-rows.ts';
import type { OpenContexts } from './open-contexts.ts';

/** Matches of one file, and their open context. */
export const MatchRows = memo(function MatchRows(props: {
  rows: readonly ContextRow[];
  pattern: ReturnType<typeof literalPattern>;
  language: string | null;
  /** `null`: no context can be shown. */
  contexts: OpenContexts | null;
}) {
  const { contexts } = props;
  return props.rows.map((row) => {
    const key = keyOf(row);
    if (row.kind === 'match')
      return <MatchRow key={key} row={row} pattern={props.pattern} contexts={contexts} />;
    if (row.kind === 'lines') return <ContextLines key={key} lines={row.lines} language={props.language} />;
    return contexts && <Note key={key} row={row} contexts={contexts} />;
  });
});

type NoteKind = Exclude<ContextRow, { kind: 'match' | 'lines' }>;

function Note({ row, contexts }: { row: NoteKind; contexts: OpenContexts }) {
  switch (row.kind) {
    case 'more':
      return <MoreRow row={row} contexts={contexts} />;
    case 'loading':
      return <LoadingRow at={row.at} />;
    case 'fault':
      return <FaultRow row={row} contexts={contexts} />;
    case 'alone':
      return <AloneRow />;
  }
}

function keyOf(row: ContextRow): string {
  if (row.kind === 'lines') return `lines ${row.lines[0]?.line}`;
  return row.kind === 'more' ? `${row.side} ${row.of}` : `${row.kind} ${row.of}`;
}

function MatchRow(props: {
  row: Extract<ContextRow, { kind: 'match' }>;
  pattern: ReturnType<typeof literalPattern>;
  contexts: OpenContexts | null;
}) {
  const { row, contexts } = props;
  const { match } = row;
  return (
    <LineRow
      line={null}
      className={match.kind}
      aside={
        <>
          {contexts && <Around row={row} contexts={contexts} />}
          <MatchLocation match={match} />
        </>
      }
    >
      <MatchText match={match} pattern={props.pattern} line={null} />
    </LineRow>
  );
}

/** Opens and closes the lines of the file around a match. */
function Around(props: { row: Extract<ContextRow, { kind: 'match' }>; contexts: OpenContexts }) {
  const { of, match, isOpen } = props.row;
  const { line } = match;
  if (match.kind !== 'match' || line === null) return <span className="around" />;
  const name = `Show the lines around line ${line}`;
  return (
    <button
      type="button"
      className="around"
      data-of={of}
      title={name}
      aria-label={name}
      aria-expanded={isOpen}
      onClick={() => props.contexts.toggle(of, line)}
    >
      <Icon of={isOpen ? ChevronDown : ChevronRight} isSmall />
    </button>
  );
}

/** The line's number in its file, as a link where the file can be shown. */
function MatchLocation({ match: { path, line } }: { match: ParsedMatchLine }) {
  const panel = useArtifactPanel();
  if (line === null) return <span className="at" />;
  const artifactId = path === null ? null : panel.fileWithLine(path, line);
  if (artifactId === null) {
    return (
      <span className="at">
        {path === null ? line : <PathLink location={{ path, line }}>{line}</PathLink>}
      </span>
    );
  }
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

/** Consecutive context lines, in their file's colours. */
function ContextLines({ lines, language }: { lines: readonly ContextLine[]; language: string | null }) {
  'use memo';
  const texts = lines.map(({ text }) => text);
  return (
    <HighlightedRows
      lines={texts}
      language={language}
      openState=""
      renderLine={(segments, index) => (
        <LineRow
          key={lines[index]?.line}
          line={null}
          className="context"
          cutByteLength={lines[index]?.cutByteLength}
          aside={
            <>
              <span className="around" />
              <span className="at">{lines[index]?.line}</span>
            </>
          }
        >
          <SegmentText segments={segments} />
        </LineRow>
      )}
    />
  );
}
