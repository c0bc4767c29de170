import { splitRecording } from '#scripts/split/split-recording.ts';

/** What the model reads of a command that printed this. */
export const viewOfCommand = async (command: string, text: string, exitCode = 0) => {
  const bytes = Buffer.from(text);
  const call = { tool: 'run_pty_cmd', args: { command }, exitCode, bytes, isSummarized: true as const };
  return await splitRecording({ ...call, level: 'balanced' });
};

export const lines = (count: number, line: (at: number) => string): string =>
  `${Array.from({ length: count }, (_, at) => line(at)).join('\n')}\n`;
