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
  /** The model has the tool that recalls. */
  canRecall: boolean;
  /** `null`: by rule alone. */
  summarise: SummariseByModel | null;
}

export const createCompactionPolicy = (
  { share, model, byProvider }: CompactionSettings,
  { canRecall, ...needs }: Parameters<typeof createSummariseByModel>[1] & { canRecall: boolean },
): CompactionPolicy => ({ share, byProvider, canRecall, summarise: createSummariseByModel(model, needs) });
