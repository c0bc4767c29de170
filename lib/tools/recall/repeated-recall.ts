import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Json } from '#lib/core/vocabulary/json.ts';
import { type RecallAsk, recallWays } from './recall.ts';

/** An earlier call of the same tool that the model has a result of. */
export interface EarlierCall {
  arguments: Json;
  /** ISO 8601. */
  completedAt: string;
}

type Ask = RecallAsk & { artifactId: string; maxTokens?: number | null | undefined };

/**
 * How often the model has already received this exact answer: the same request, with the artifact complete.
 */
export function countRepeats(
  earlier: readonly EarlierCall[],
  ask: Ask,
  { createdAt, durationMs, state }: Pick<ArtifactMetadata, 'createdAt' | 'durationMs' | 'state'>,
): number {
  if (state !== 'complete') return 0;
  const completeMs = Date.parse(createdAt) + (durationMs ?? 0);
  return earlier.filter(
    (call) => Date.parse(call.completedAt) >= completeMs && isSameAsk(call.arguments, ask),
  ).length;
}

function isSameAsk(input: Json, ask: Ask): boolean {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  const keys = ['artifactId', 'maxTokens', ...recallWays] as const;
  return keys.every((key) => (input[key] ?? null) === (ask[key] ?? null));
}

/** On the second request, the answer is repeated after this note. */
export const repeatedNote = 'You have asked this before; the answer is the same:';

/**
 * From the third request on, the model is only told where the answer is: repeating it does not help a model
 * that goes in circles.
 */
export const repeatedAnswer = (repeats: number, answer: string): string =>
  `You have asked this ${repeats} times; the answer stands above, unchanged (${answer.split('\n', 1)[0]?.slice(0, 120)}). ` +
  'Ask for something else: other lines, another query, or more maxTokens.';
