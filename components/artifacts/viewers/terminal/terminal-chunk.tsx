'use client';

import { memo } from 'react';
import type { ChunkProps } from '#components/artifacts/lines/line-renderer.ts';
import { LineRow } from '#components/artifacts/lines/line-row.tsx';
import { type FileLocation, withPaths } from '#components/artifacts/text/file-paths.ts';
import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import { Runs, useFound } from '#components/artifacts/text/marked-line.tsx';
import { cutPieces } from '#components/artifacts/text/marked-runs.ts';
import { PathLink } from '#components/artifacts/text/path-link.tsx';
import { runStyleOf } from '#components/artifacts/text/terminal-colour.ts';
import { cutAtAddresses } from '#components/artifacts/text/web-addresses.ts';
import type { TerminalSpan } from '#lib/core/algorithms/terminal/terminal-screen.ts';
import { readTerminalLine, type TerminalLine } from '#lib/core/algorithms/terminal/terminal-text.ts';

/** Terminal output: in its colours, with overwritten text collapsed, and standard error marked. */
export const TerminalChunk = memo(function TerminalChunk(props: ChunkProps) {
  'use memo';
  const { lines, firstNumber, cut, metadata, hasGutter, openState } = props;
  const read = readLines(lines, openState);
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
        <Spans spans={spans} line={hasGutter ? number : null} />
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

interface Piece {
  text: string;
  /** The terminal span this piece is cut from. */
  span: TerminalSpan;
  location?: FileLocation;
}

function Spans({ spans, line }: { spans: readonly TerminalSpan[]; line: number | null }) {
  'use memo';
  const pieces = withAddresses(spans);
  const runs = useFound(pieces, line);
  return (
    <Runs
      runs={runs}
      render={(stretches, isMarked) => <Stretches pieces={stretches} isMarked={isMarked} />}
    />
  );
}

/**
 * Turns printed addresses and places in files into links, besides those that a program made itself. They are searched for in the
 * visible text: colours may change within an address, and what follows decides whether it is one.
 */
function withAddresses(spans: readonly TerminalSpan[]): Piece[] {
  const pieces: Piece[] = [];
  let unlinked: Piece[] = [];
  const endUnlinked = () => {
    pieces.push(...withPaths(linked(unlinked)));
    unlinked = [];
  };
  for (const span of spans) {
    if (span.link === null) {
      unlinked.push({ text: span.text, span });
      continue;
    }
    endUnlinked();
    pieces.push({ text: span.text, span });
  }
  endUnlinked();
  return pieces;
}

/** Joins the pieces of an address, so that each links to the whole of it. */
function linked(pieces: readonly Piece[]): readonly Piece[] {
  const parts = cutAtAddresses(pieces.map(({ text }) => text).join(''));
  if (!parts.some(({ isAddress }) => isAddress)) return pieces;
  let from = 0;
  return parts.flatMap(({ text, isAddress }) => {
    const inside = cutPieces(pieces, from, from + text.length);
    from += text.length;
    return isAddress
      ? inside.map((piece) => ({ ...piece, span: { ...piece.span, text, link: text } }))
      : inside;
  });
}

/** Pieces never move within a line, so the index is the key. */
function Stretches({ pieces, isMarked }: { pieces: readonly Piece[]; isMarked: boolean }) {
  return pieces.map(({ text, span, location }, index) => {
    const key = `${index}`;
    // Marked text keeps its ink colour, whatever the program chose.
    const look = isMarked ? null : runStyleOf(span.style);
    const words =
      span.link === null ? <HiddenText text={text} /> : <WebLink text={text} span={span} link={span.link} />;
    const shown = location && span.link === null ? <PathLink location={location}>{words}</PathLink> : words;
    if (look === null) return <span key={key}>{shown}</span>;
    return (
      <span key={key} className={look.className || undefined} style={look.style}>
        {shown}
      </span>
    );
  });
}

/** Link text can be misleading, so its true target is shown as well. */
function WebLink({ text, span, link }: { text: string; span: TerminalSpan; link: string }) {
  const host = URL.parse(link)?.host ?? '';
  const isEnd = span.text.endsWith(text);
  return (
    <>
      <a className="link" href={link} title={link} target="_blank" rel="noopener noreferrer nofollow ugc">
        <HiddenText text={text} />
      </a>
      {span.text !== link && isEnd && <span className="cut">{host}</span>}
    </>
  );
}
