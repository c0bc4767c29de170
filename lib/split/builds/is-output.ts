import type { Evidence } from '../summarizer.ts';

/** Whether this is a program's output, or a file that may contain some: not source, a listing or a diff. */
export const isOutput = ({ type, language }: Evidence): boolean =>
  type === 'terminal' ||
  type === 'log' ||
  type === 'text' ||
  type === 'json' ||
  (type === 'file' && language === null);
