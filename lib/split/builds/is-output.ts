import type { Evidence } from '../summarizer.ts';

/** It is what a program printed, or a file that may hold such: no source, no listing, no diff. */
export const isOutput = ({ type, language }: Evidence): boolean =>
  type === 'terminal' ||
  type === 'log' ||
  type === 'text' ||
  type === 'json' ||
  (type === 'file' && language === null);
