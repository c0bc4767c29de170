import { streamText } from 'ai';
import type { Model } from './models.ts';

/** What a provider reported; `null`: nothing. */
interface ProbeUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
}

/** Long enough for providers that cache from 1,024 tokens on. */
const instructions = `Answer with the word ok.\n${'This sentence only makes the beginning long enough to be cached. '.repeat(150)}`;
const maxMs = 60_000;

/**
 * Calls a model twice with the same words.
 * @throws the provider's error
 */
export async function probeModel({
  languageModel,
}: Pick<Model, 'languageModel'>): Promise<{ seconds: number; usage: ProbeUsage; again: ProbeUsage }> {
  const startedMs = performance.now();
  const usage = await call(languageModel);
  const seconds = (performance.now() - startedMs) / 1_000;
  return { seconds, usage, again: await call(languageModel) };
}

async function call(model: Model['languageModel']): Promise<ProbeUsage> {
  // Streamed, as runs are: some servers can do nothing else.
  const result = streamText({
    model,
    instructions,
    prompt: 'Are you there?',
    maxOutputTokens: 200,
    maxRetries: 0,
    abortSignal: AbortSignal.timeout(maxMs),
    onError: () => {},
  });
  for await (const part of result.stream) if (part.type === 'error') throw part.error;
  const usage = await result.usage;
  return {
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    cachedTokens: usage.inputTokenDetails.cacheReadTokens ?? null,
  };
}
