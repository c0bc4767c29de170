import type { ServerCheck } from '#lib/core/api/server-check.ts';
import { errorMessage } from '#lib/core/errors.ts';
import type { Models } from '#lib/runs/models.ts';
import { probeModel } from '#lib/runs/probe-model.ts';

/** Calls the standard model twice, with the same long beginning: it answers, counts, and reads its cache. */
export async function checkModel({ standard }: Pick<Models, 'standard'>): Promise<ServerCheck[]> {
  const name = 'Model';
  if (standard.isOffline) {
    const advice = 'Set OPENAI_API_KEY, or OPENAI_BASE_URL and VITRINE_MODEL.';
    return [{ name, outcome: 'warning', finding: 'none is configured: the offline one answers', advice }];
  }
  try {
    const { seconds, usage, again } = await probeModel(standard);
    const answers: ServerCheck = {
      name,
      outcome: 'ok',
      finding: `${standard.providerName} answered in ${seconds.toFixed(1)} s`,
      advice: null,
    };
    return [answers, usageCheck(usage), cacheCheck(again)];
  } catch (error) {
    const advice =
      'Check the key (OPENAI_API_KEY), the address (OPENAI_BASE_URL) and the name (VITRINE_MODEL).';
    return [{ name, outcome: 'fault', finding: errorMessage(error).slice(0, 300), advice }];
  }
}

type Usage = Awaited<ReturnType<typeof probeModel>>['usage'];

function usageCheck({ inputTokens, outputTokens }: Usage): ServerCheck {
  const name = 'Model, usage';
  return inputTokens === null || outputTokens === null
    ? {
        name,
        outcome: 'warning',
        finding: 'it does not report what a call used',
        advice: 'Costs are estimates. Some servers report it with an option of theirs (include_usage).',
      }
    : { name, outcome: 'ok', finding: `${inputTokens} tokens in, ${outputTokens} out`, advice: null };
}

function cacheCheck({ inputTokens, cachedTokens }: Usage): ServerCheck {
  const name = 'Model, cache';
  return cachedTokens !== null && cachedTokens > 0
    ? { name, outcome: 'ok', finding: `${cachedTokens} of ${inputTokens} tokens came from it`, advice: null }
    : {
        name,
        outcome: 'warning',
        finding: 'the same beginning a second time was not read from a cache',
        advice: 'Each step pays its whole history. Use a provider, or a server, with prefix caching.',
      };
}
