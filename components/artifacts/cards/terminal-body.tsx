'use client';

import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import type { HeadState } from '../api/use-artifact-head.ts';
import { previewLines } from '../viewers/line-card.ts';
import type { TailLines } from '../viewers/terminal/live-tail.ts';
import { terminalHeight } from '../viewers/terminal/terminal-heights.ts';
import { TerminalLines } from '../viewers/terminal/terminal-lines.tsx';
import { viewers } from '../viewers/viewers.ts';
import { CardBody } from './card-body.tsx';
import { CardNotes } from './card-notes.tsx';
import { CardProblems, cardProblems } from './card-problems.tsx';
import { notesOf } from './notes-of.ts';
import { LazySetUpLine, LazyTrafficList } from './rare-parts.ts';

/** The end of a complete output. Until it has loaded, the lines that were followed stay visible. */
export function TerminalBody(props: {
  artifactId: string;
  title: string;
  telemetry: ToolTelemetry;
  head: HeadState;
  newest: TailLines;
  onRetry: () => void;
  onOpen: () => void;
}) {
  const { head, newest, telemetry } = props;
  const total = telemetry.lineCount ?? 0;
  const rows = Math.min(total, previewLines);
  const verdict = cardProblems(telemetry) > 0 ? telemetry.verdict : undefined;
  const isHolding = head.status === 'waiting' && newest.metadata !== null && newest.lines.length > 0;
  const notes = notesOf(telemetry, head);
  return (
    <>
      <CardProblems artifactId={props.artifactId} telemetry={telemetry} head={head} />
      {isHolding && verdict === undefined && newest.metadata && rows > 0 && (
        <div className="card-body" style={{ height: terminalHeight(rows) }}>
          <div className="code no-gutter">
            <TerminalLines newest={newest} metadata={newest.metadata} max={rows} />
          </div>
        </div>
      )}
      {verdict !== undefined && (
        <p className="card-body card-verdict clip" title={verdict}>
          {verdict}
        </p>
      )}
      {!isHolding && verdict === undefined && telemetry.lineCount !== 0 && (
        <CardBody
          artifactId={props.artifactId}
          type="terminal"
          title={props.title}
          telemetry={telemetry}
          height={viewers.terminal.card.heightPx(telemetry) ?? 0}
          head={head}
          onRetry={props.onRetry}
        />
      )}
      {(total > previewLines || verdict !== undefined) && (
        <div className="card-more">
          <span className="grow">
            {verdict === undefined
              ? `${rows} of ${formatNumber(total)} lines, from L${formatNumber(total - rows + 1)}`
              : formatCount(total, 'line of output', 'lines of output')}
          </span>
          <button type="button" className="link" onClick={props.onOpen}>
            Full output
          </button>
        </div>
      )}
      {telemetry.setUp && <LazySetUpLine setUp={telemetry.setUp} />}
      {telemetry.traffic && <LazyTrafficList traffic={telemetry.traffic} />}
      <CardNotes notes={notes} />
    </>
  );
}
