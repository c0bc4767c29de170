import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

export interface ScriptedCall {
  name: string;
  input: object;
}

/** Asks for these tools, step by step, then says a word. Keeps what it was sent. */
export function scriptedModel(steps: ScriptedCall[][], usage: object = smallUsage) {
  const prompts: LanguageModelV4CallOptions['prompt'][] = [];
  /** Names of the tools that were offered, for each prompt. */
  const offered: string[][] = [];
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: async ({ prompt, tools = [] }) => {
      const calls = steps[prompts.length] ?? [];
      const parts: LanguageModelV4StreamPart[] = calls.map(({ name, input }, index) => ({
        type: 'tool-call',
        toolCallId: `call-${prompts.length}-${index}`,
        toolName: name,
        input: JSON.stringify(input),
      }));
      prompts.push(prompt);
      offered.push(tools.map(({ name }) => name));
      const words: LanguageModelV4StreamPart[] = [
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'done' },
        { type: 'text-end', id: 't' },
      ];
      const reason = calls.length > 0 ? ('tool-calls' as const) : ('stop' as const);
      const end: LanguageModelV4StreamPart = {
        type: 'finish',
        finishReason: { unified: reason, raw: reason },
        usage: usage as typeof smallUsage,
      };
      const all = [...(calls.length > 0 ? parts : words), end];
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          for (const part of all) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
  return { model, prompts, offered };
}

const smallUsage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
