import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import { forModel } from '#lib/split/secrets/for-model.ts';
import { createSecretMasker } from '#lib/split/secrets/secret-masker.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { asksOneWay, oneWay, recall } from '#lib/tools/recall/recall.ts';
import { openFileSource } from './file-source.ts';

const questionSchema = z
  .object({
    outputPath: z.string().min(1),
    lines: z.string().nullish(),
    query: z.string().min(1).max(1_000).nullish(),
    jsonPath: z.string().max(1_000).nullish(),
    maxTokens: z.int().min(limits.recallMinTokens).max(limits.recallMaxTokens).nullish(),
  })
  .refine(asksOneWay, { error: oneWay });

/** Answers a question as the tool would, with a file instead of the artifact. */
export async function recallFromFile(question: unknown): Promise<{ text: string } | { error: string }> {
  const parsed = questionSchema.safeParse(question);
  if (!parsed.success) return { error: z.prettifyError(parsed.error) };
  const { outputPath, maxTokens, ...ask } = parsed.data;
  // The tokenizer's table is loaded while the file is read.
  const loading = loadTokenizer();
  const secrets = { known: [], names: createSecretNames() };
  await using file = await openFileSource(outputPath, () => createSecretMasker(secrets).mask);
  if (file.source === null) return { error: `${outputPath} is not text and has no lines` };
  const { count } = await loading;
  const budget = { maxTokens: maxTokens ?? limits.recallTokens, count };
  const found = await recall(file.source, ask, budget, new AbortController().signal);
  if (found === null) return { error: `${outputPath} is gone` };
  const { text } = await forModel(
    (typeof found === 'string' ? found : found.problem).toWellFormed(),
    secrets,
  );
  return typeof found === 'string' ? { text } : { error: text };
}
