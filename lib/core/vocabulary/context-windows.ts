/**
 * Context window of a model in tokens. Sources, read 2026-11-22: gpt-5.4 "1m+" (developer.box.com,
 * openai-gpt-5-4-model-card), gpt-5.4-nano "400K" (vercel.com/ai-gateway/models/gpt-5.4-nano). The window of
 * any other model is unknown unless the config gives it (`models`).
 */
const published: Readonly<Record<string, number>> = {
  'gpt-5.4': 1_000_000,
  'gpt-5.4-nano': 400_000,
};

export interface KnownModel {
  contextTokens?: number | undefined;
}

/** A model name with a snapshot date counts as the model without it. `null`: its window is unknown. */
export function contextWindowOf(
  model: string,
  configured: Readonly<Record<string, KnownModel>>,
): number | null {
  const plain = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  for (const name of [model, plain]) {
    const contextTokens = Object.hasOwn(configured, name) ? configured[name]?.contextTokens : undefined;
    if (contextTokens !== undefined) return contextTokens;
  }
  return Object.hasOwn(published, plain) ? (published[plain] ?? null) : null;
}
