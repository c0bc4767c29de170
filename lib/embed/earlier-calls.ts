import type { ModelMessage } from 'ai';
import type { EarlierCall } from '../tools/recall/repeated-recall.ts';
import { storedArguments } from '../tools/stored-arguments.ts';

type Part = Exclude<ModelMessage['content'], string>[number];

/** Earlier calls of a tool whose answers the model has read, in order. What it recalled was complete already. */
export function earlierCallsIn(
  messages: readonly ModelMessage[],
  toolName: string,
  completedAt: string,
): EarlierCall[] {
  const parts = messages.flatMap(({ content }): readonly Part[] =>
    typeof content === 'string' ? [] : content,
  );
  const answered = new Set(
    parts.flatMap((part) =>
      part.type === 'tool-result' && !/^(?:error|execution-denied)/.test(part.output.type)
        ? [part.toolCallId]
        : [],
    ),
  );
  return parts.flatMap((part) =>
    part.type === 'tool-call' && part.toolName === toolName && answered.has(part.toolCallId)
      ? [{ arguments: storedArguments(part.input), completedAt }]
      : [],
  );
}
