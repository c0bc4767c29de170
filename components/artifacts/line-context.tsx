'use client';

import { createContext, useContext } from 'react';
import type { LineRange } from '../../lib/core/lines.ts';

/** What every line of a viewer needs to know of its surroundings, without being rendered again by them. */
export interface LineSurroundings {
  /** By the numbers people see. */
  selection: LineRange | null;
  /** `null`: lines cannot be selected here. */
  onSelect: ((line: number, isExtending: boolean) => void) | null;
}

const LineContext = createContext<LineSurroundings>({ selection: null, onSelect: null });

export const LineProvider = LineContext.Provider;
export const useLineSurroundings = (): LineSurroundings => useContext(LineContext);
