import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { APICallError } from 'ai';
import type { Model } from '#lib/runs/models.ts';

/** What the model is to do, as a person's message says it: the calls of each step, or how it goes wrong. */
export type Directive =
  | { say: string }
  | { steps: { name: string; input: object }[][]; say: string }
  | { fail: 'unauthorized' }
  /** It asks for the same call in every step. */
  | { endless: { name: string; input: object } }
  /** It says this and then never ends. */
  | { hang: string };

/** Does what the last message of a person says, so that a recording holds every way a run can go. */
export const recordedModel: Model = {
  id: 'gpt-5.4-mini',
  label: 'gpt-5.4-mini',
  providerName: 'gpt-5.4-mini',
  isOffline: false,
  hasVision: true,
  hasReasoning: false,
  keepsReasoning: false,
  offersCompaction: false,
  languageModel: {
    specificationVersion: 'v4',
    provider: 'recorded',
    modelId: 'gpt-5.4-mini',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: async ({ prompt, abortSignal }) => ({ stream: streamOf(answer(prompt), abortSignal) }),
  } satisfies LanguageModelV4,
};

interface Answer {
  parts: LanguageModelV4StreamPart[];
  isEndless?: true;
}

function answer(prompt: LanguageModelV4CallOptions['prompt']): Answer {
  const last = prompt.findLastIndex(
    ({ role, content }) => role === 'user' && textOf(content).includes('{"do":'),
  );
  const directive = readDirective(textOf(prompt[last]?.content));
  const step = prompt.slice(last + 1).filter(({ role }) => role === 'assistant').length;
  if ('fail' in directive) {
    throw new APICallError({
      message: 'no key',
      url: 'https://example.com',
      requestBodyValues: {},
      statusCode: 401,
    });
  }
  if ('hang' in directive) return { parts: say(directive.hang), isEndless: true };
  const calls =
    'endless' in directive ? [directive.endless] : 'steps' in directive ? directive.steps[step] : [];
  if (!calls || calls.length === 0)
    return { parts: [...say('say' in directive ? directive.say : ''), end('stop')] };
  const asked = calls.map(
    ({ name, input }, index): LanguageModelV4StreamPart => ({
      type: 'tool-call',
      toolCallId: `call-${last}-${step}-${index}`,
      toolName: name,
      input: JSON.stringify(input),
    }),
  );
  return { parts: [...say('I look.'), ...asked, end('tool-calls')] };
}

const say = (text: string): LanguageModelV4StreamPart[] => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: text },
  { type: 'text-end', id: 't' },
];

const end = (reason: 'stop' | 'tool-calls'): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified: reason, raw: reason },
  usage: {
    inputTokens: { total: 1_200, noCache: 200, cacheRead: 1_000, cacheWrite: 0 },
    outputTokens: { total: 40, text: 40, reasoning: 0 },
  },
});

function streamOf({ parts, isEndless = undefined }: Answer, signal: AbortSignal | undefined) {
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      if (!isEndless) return controller.close();
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}

/** A message may begin with who speaks and what is given with it. */
const readDirective = (text: string): Directive => JSON.parse(text.slice(text.lastIndexOf('{"do":') + 6, -1));

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: string }) => part.text ?? '').join('')
      : '';

/** A directive as a person's message. */
export const asMessage = (directive: Directive): string => `Please do {"do":${JSON.stringify(directive)}}`;
