import type { Tool } from 'ai';
import { emptyOutput, type OutputText, readOutput } from './read-output.ts';
import type { FileOfTool } from './split-output.ts';

type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>;

/**
 * What a tool would have sent to the model itself: its text is split, files and images are passed on.
 * @throws Error when it says that it failed
 */
export function readModelOutput(made: ModelOutput): { text: OutputText; files: readonly FileOfTool[] } {
  switch (made.type) {
    case 'text':
    case 'json':
      return { text: readOutput(made.value), files: [] };
    case 'error-text':
      throw new Error(made.value);
    case 'error-json':
      throw new Error(JSON.stringify(made.value));
    case 'execution-denied':
      throw new Error(made.reason ?? 'The call was denied.');
    case 'content': {
      const texts = made.value.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      const files = made.value.filter(({ type }) => type !== 'text').map(inJson);
      return { text: { ...emptyOutput, text: texts.join('\n\n') }, files };
    }
  }
}

/** It is stored with messages, as JSON: bytes are base64 there. */
function inJson(part: { type: string; data?: unknown }): FileOfTool {
  const { data } = part;
  if (typeof data !== 'object' || data === null || !('data' in data)) return part;
  const bytes = data.data;
  const isBytes = bytes instanceof Uint8Array || bytes instanceof ArrayBuffer;
  return isBytes
    ? ({
        ...part,
        data: { ...data, data: Buffer.from(bytes as Uint8Array).toString('base64') },
      } as FileOfTool)
    : part;
}
