import { createSummariseByModel, type SummariseByModel } from './summarise-by-model.ts';

interface CompactionSettings {
  share: number;
  model: string | null;
  byProvider: boolean;
}

/** When and how older messages are compacted. */
export interface CompactionPolicy {
  /** Of the window. */
  share: number;
  /** Providers that offer it compact first. */
  byProvider: boolean;
  /** `null`: by rule alone. */
  summarise: SummariseByModel | null;
}

export const createCompactionPolicy = (
  { share, model, byProvider }: CompactionSettings,
  needs: Parameters<typeof createSummariseByModel>[1],
): CompactionPolicy => ({ share, byProvider, summarise: createSummariseByModel(model, needs) });
