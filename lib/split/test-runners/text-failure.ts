import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import { createFailureText, type FailureMeaning } from './failure-text.ts';

const maxLines = 150;

/** Reads the failure text found in a field of a report. */
export function meaningOfText(text: string, file: string | null): FailureMeaning {
  const failureText = createFailureText();
  for (const line of text.split('\n', maxLines)) failureText.add(plainTerminalText(line));
  return failureText.finish(file);
}
