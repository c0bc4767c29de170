'use client';

import { Fragment } from 'react';
import type { Segment } from '#components/artifacts/text/code-segments.ts';
import { Runs, useFound } from '#components/artifacts/text/marked-line.tsx';
import { markedRuns } from '#components/artifacts/text/marked-runs.ts';
import { SegmentText } from '#components/artifacts/text/segment-text.tsx';
import type { TextRange } from './diff-words.ts';
import type { DiffTextRow } from './parse-diff.ts';

const signs: Record<DiffTextRow['kind'], string> = { context: ' ', add: '+', del: '-' };

/** The text of a diff line in its colours; words that differ from its partner line are marked. */
export function ChangedText(props: {
  row: DiffTextRow;
  segments: readonly Segment[];
  /** The line's number in the diff itself. */
  line: number;
}) {
  'use memo';
  const { row, segments, line } = props;
  const pieces = wordPieces(segments, row.marks);
  const runs = useFound(pieces, line, signs[row.kind]);
  return <Runs runs={runs} render={(words) => <Words pieces={words} />} />;
}

interface WordPiece extends Segment {
  isChanged: boolean;
}

/** Splits segments so that each changed word is its own piece. */
const wordPieces = (segments: readonly Segment[], marks: readonly TextRange[]): WordPiece[] =>
  markedRuns(
    segments,
    marks.map(([from, to]) => ({ from, to, isNow: false })),
  ).flatMap(({ mark, pieces }) => pieces.map((piece) => ({ ...piece, isChanged: mark !== null })));

/** Pieces never move within a line, so the index is the key. */
function Words({ pieces }: { pieces: readonly WordPiece[] }) {
  return pieces.map((piece, index) => {
    const key = `${index}`;
    const Word = piece.isChanged ? 'em' : Fragment;
    return (
      <Word key={key}>
        <SegmentText segments={[piece]} />
      </Word>
    );
  });
}
