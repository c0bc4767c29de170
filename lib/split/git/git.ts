import type { Summarizer } from '../summarizer.ts';
import { blame } from './blame.ts';
import { diff } from './diff.ts';
import { diffStat } from './diff-stat.ts';
import { log } from './log.ts';
import { patching } from './patching.ts';
import { refList } from './ref-list.ts';
import { shortlog } from './shortlog.ts';
import { status } from './status.ts';
import { talk } from './talk.ts';

/** In the order in which they are asked to recognise a result. */
export const git: readonly Summarizer[] = [
  ...status,
  ...blame,
  ...log,
  ...shortlog,
  ...refList,
  ...diffStat,
  ...patching,
  ...diff,
  ...talk,
];
