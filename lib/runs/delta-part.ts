import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

/** A piece of an answer's text, of its reasoning, or of the arguments of a call. */
export type DeltaPart = Extract<
  LanguageModelV4StreamPart,
  { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }
>;

export const isDeltaPart = (part: LanguageModelV4StreamPart): part is DeltaPart =>
  part.type === 'text-delta' || part.type === 'reasoning-delta' || part.type === 'tool-input-delta';
