import type { Tool } from 'ai';
import type { FileOfTool } from './split-output.ts';

type ToModelOutput = NonNullable<Tool['toModelOutput']>;
export type ModelOutput = Awaited<ReturnType<ToModelOutput>>;

/**
 * What a tool would have sent to the model itself: its text is split, files and images are passed on.
 * @throws Error when it says that it failed
 */
export function readModelOutput(made: ModelOutput): { output: unknown; files: readonly FileOfTool[] } {
  switch (made.type) {
    case 'text':
    case 'json':
      return { output: made.value, files: [] };
    case 'error-text':
      throw new Error(made.value);
    case 'error-json':
      throw new Error(JSON.stringify(made.value));
    case 'execution-denied':
      throw new Error(made.reason ?? 'The call was denied.');
    case 'content': {
      const texts = made.value.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      return { output: texts.join('\n\n'), files: made.value.filter(({ type }) => type !== 'text') };
    }
  }
}
