'use client';

import { memo } from 'react';
import { useIdle } from '#components/artifacts/api/use-idle.ts';
import { DiffRows } from '../diff/diff-rows.tsx';
import { parseDiffState } from '../diff/diff-state.ts';
import { parseDiff } from '../diff/parse-diff.ts';
import type { PartText } from './part-text.ts';
import { SplitDiff } from './split-diff.tsx';

interface DiffPartProps {
  text: PartText;
  firstNumber: number;
  path: string | null;
  isSplit: boolean;
  isScrolling: boolean;
}

/** Some lines of one file of a diff, in one column or two. The file's head is rendered elsewhere. */
export const DiffPart = memo(function DiffPart(props: DiffPartProps) {
  'use memo';
  const { lines, cut, openState } = props.text;
  const isColoured = useIdle(!props.isScrolling);
  const rows = parseDiff(lines, parseDiffState(openState), cut).filter(({ kind }) => kind !== 'head');
  const Rows = props.isSplit ? SplitDiff : DiffRows;
  return (
    <div className={props.isSplit ? 'diff split' : 'diff'}>
      <Rows rows={rows} firstNumber={props.firstNumber} cut={cut} isColoured={isColoured} path={props.path} />
    </div>
  );
}, isSame);

/** Texts are rebuilt whenever lines load, but most of them do not change. */
function isSame({ text: a, ...before }: DiffPartProps, { text: b, ...after }: DiffPartProps): boolean {
  const isSameText =
    a.openState === b.openState &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, index) => line === b.lines[index]);
  return (
    isSameText &&
    before.firstNumber === after.firstNumber &&
    before.path === after.path &&
    before.isSplit === after.isSplit &&
    before.isScrolling === after.isScrolling
  );
}
