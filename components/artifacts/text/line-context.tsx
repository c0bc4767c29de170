'use client';

import { createContext, useContext } from 'react';
import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { TextQuery } from '#lib/core/algorithms/text/text-pattern.ts';

/** The current search. */
export interface Find extends TextQuery {
  /** The current hit: its displayed line number, and the offset of its first character. */
  current: { line: number; start: number } | null;
  /** Lines of all known hits, ascending. */
  hitLines: readonly number[];
}

/** What every line of a viewer needs to know of its surroundings without being rendered again by them. */
export interface LineSurroundings {
  /** By displayed line number. */
  selection: LineRange | null;
  /** `null`: lines cannot be selected here. */
  onSelect: ((line: number, isExtending: boolean) => void) | null;
  /** Reads on a line that is shown cut, by its number; `null`: not available here. */
  onReadLine: ((line: number) => void) | null;
  find: Find | null;
}

const LineContext = createContext<LineSurroundings>({
  selection: null,
  onSelect: null,
  onReadLine: null,
  find: null,
});

export const LineProvider = LineContext.Provider;
export const useLineSurroundings = (): LineSurroundings => useContext(LineContext);
