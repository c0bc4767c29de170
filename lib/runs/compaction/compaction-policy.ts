import { createSummariseByModel, type SummariseByModel } from './summarise-by-model.ts';

/** When and how older messages are compacted. */
export interface CompactionPolicy {
  /** Of the window. */
  share: number;
  /** `null`: by rule alone. */
  summarise: SummariseByModel | null;
}

export const createCompactionPolicy = (
  { share, model }: { share: number; model: string | null },
  needs: Parameters<typeof createSummariseByModel>[1],
): CompactionPolicy => ({ share, summarise: createSummariseByModel(model, needs) });
