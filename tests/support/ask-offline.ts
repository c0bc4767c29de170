import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Json } from '#lib/core/vocabulary/json.ts';
import { offlineModel } from '#lib/runs/offline-model.ts';

export interface OfflineTurn {
  message: string;
  /** Calls the model has made for it, and what it was sent of each. */
  results?: { toolName: string; arguments: Json; view: string; isFailure?: boolean }[];
}

/** What the offline model does next: the tool it calls, or the words it says. */
export async function askOffline({ message, results = [] }: OfflineTurn) {
  const prompt: LanguageModelV4Prompt = [
    { role: 'user', content: [{ type: 'text', text: message }] },
    ...results.flatMap(({ toolName, arguments: input, view, isFailure = false }, index) => {
      const call = { toolCallId: `call-${index}`, toolName };
      return [
        { role: 'assistant' as const, content: [{ type: 'tool-call' as const, ...call, input }] },
        {
          role: 'tool' as const,
          content: [
            {
              type: 'tool-result' as const,
              ...call,
              output: { type: 'text' as const, value: view },
              providerOptions: { vitrine: { isFailure } },
            },
          ],
        },
      ];
    }),
  ];
  const { stream } = await offlineModel.doStream({ prompt });
  const answer = { text: '', call: null as { toolName: string; input: Json } | null };
  for await (const part of stream) {
    if (part.type === 'text-delta') answer.text += part.delta;
    if (part.type === 'tool-call')
      answer.call = { toolName: part.toolName, input: JSON.parse(part.input) as Json };
  }
  return answer;
}
