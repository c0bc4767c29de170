'use client';

import { memo, useMemo } from 'react';
import type { TerminalSpan } from '../../lib/core/terminal-screen.ts';
import { readTerminalLine, type TerminalLine } from '../../lib/core/terminal-text.ts';
import { HiddenText } from './hidden-text.tsx';
import { LineRow } from './line-row.tsx';
import { terminalLook } from './terminal-colour.ts';
import type { ChunkProps } from './viewer.ts';

/** What a program printed: its colours, what it wrote over collapsed, and where standard error is. */
export const TerminalChunk = memo(function TerminalChunk(props: ChunkProps) {
  const { lines, firstNumber, cut, metadata, hasGutter, openState } = props;
  const read = useMemo(() => readLines(lines, openState), [lines, openState]);
  return read.map(({ spans }, index) => {
    const number = firstNumber + index;
    const stored = number - metadata.firstLine + 1;
    const range = metadata.stderrLines.find(({ from, to }) => stored >= from && stored <= to);
    return (
      <LineRow
        key={number}
        line={hasGutter ? number : null}
        className={range ? 'err' : ''}
        cutByteLength={cut.get(index)}
        after={range?.from === stored && <span className="err-word">stderr</span>}
      >
        <Spans spans={spans} />
      </LineRow>
    );
  });
});

function readLines(lines: readonly string[], openState: string): TerminalLine[] {
  let state = openState;
  return lines.map((line) => {
    const read = readTerminalLine(line, state);
    state = read.state;
    return read;
  });
}

/** Stretches never move within a line, so a stretch's place is its key. */
function Spans({ spans }: { spans: readonly TerminalSpan[] }) {
  return spans.map((span, place) => {
    const key = `${place}`;
    const look = terminalLook(span.style);
    const text =
      span.link === null ? <HiddenText text={span.text} /> : <WebLink span={span} link={span.link} />;
    if (look === null) return <span key={key}>{text}</span>;
    return (
      <span key={key} className={look.className || undefined} style={look.style}>
        {text}
      </span>
    );
  });
}

/** Its text may say anything: where it leads is said beside it. */
function WebLink({ span, link }: { span: TerminalSpan; link: string }) {
  const host = URL.parse(link)?.host ?? '';
  return (
    <>
      <a className="link" href={link} title={link} target="_blank" rel="noopener noreferrer nofollow ugc">
        <HiddenText text={span.text} />
      </a>
      {span.text !== link && <span className="cut">{host}</span>}
    </>
  );
}
