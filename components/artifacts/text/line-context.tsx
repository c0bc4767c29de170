'use client';

import { createContext, useContext } from 'react';
import type { LineRange } from '../../../lib/core/lines.ts';
import type { TextQuery } from '../../../lib/core/text-pattern.ts';

/** What is searched for. */
export interface Find extends TextQuery {
  /** The hit that people look at: its line, by the number they see, and its first character there. */
  current: { line: number; start: number } | null;
  /** The lines of all hits that are known, in order. */
  hitLines: readonly number[];
}

/** What every line of a viewer needs to know of its surroundings, without being rendered again by them. */
export interface LineSurroundings {
  /** By the numbers people see. */
  selection: LineRange | null;
  /** `null`: lines cannot be selected here. */
  onSelect: ((line: number, isExtending: boolean) => void) | null;
  /** Reads on a line that is shown cut, by its number; `null`: not here. */
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
