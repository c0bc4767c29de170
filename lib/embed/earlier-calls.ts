import type { ModelMessage } from 'ai';
import type { EarlierCall } from '../tools/recall/repeated-recall.ts';
import { storedArguments } from '../tools/stored-arguments.ts';

/** Earlier calls of a tool in what the model has read, in order. What it recalled was complete already. */
export const earlierCallsIn = (
  messages: readonly ModelMessage[],
  toolName: string,
  completedAt: string,
): EarlierCall[] =>
  messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string'
      ? content.flatMap((part) =>
          part.type === 'tool-call' && part.toolName === toolName
            ? [{ arguments: storedArguments(part.input), completedAt }]
            : [],
        )
      : [],
  );
