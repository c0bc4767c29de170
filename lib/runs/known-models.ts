import { z } from 'zod';
import file from './known-models.json' with { type: 'json' };

/** What is known of a model, whoever offers it. */
interface KnownModel {
  /** Tokens that fit into its context. */
  window?: number | undefined;
  /** It sees images. */
  vision?: true | undefined;
}

const release = z.object({ release: z.string(), date: z.iso.date() });
const { known, ...releases } = z
  .object({
    models: release,
    prices: release,
    known: z.record(
      z.string(),
      z.object({ window: z.int().positive().optional(), vision: z.literal(true).optional() }),
    ),
  })
  .parse(file);

/** When what is known of models and of their prices was published, written by `scripts/generate-models.ts`. */
export const modelReleases = releases;

/** The model without the date of its snapshot, which is the same otherwise: `gpt-5-mini-2025-08-07`. */
export const withoutSnapshot = (model: string): string => model.replace(/-\d{4}-\d{2}-\d{2}$/, '');

/** @param model its name at any provider, such as `openai/gpt-5-mini`. `null`: it is not known */
export function findKnownModel(model: string): KnownModel | null {
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  for (const one of [name, withoutSnapshot(name)]) {
    const found = Object.hasOwn(known, one) ? known[one] : undefined;
    if (found) return found;
  }
  return null;
}
