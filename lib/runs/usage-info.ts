import { totalTokens } from '../core/vocabulary/context-parts.ts';
import type { EventData } from '../core/vocabulary/events.ts';
import { countContext, type Prompt } from './count-context.ts';
import type { RunRequest } from './run-request.ts';
import type { CountText } from './text-counter.ts';

/** What a model call sends, for the log. */
export async function usageInfoOf(
  {
    model,
    windowTokens,
    settings,
  }: Pick<RunRequest, 'model' | 'windowTokens'> & { settings: { countText: CountText } },
  prompt: Prompt,
): Promise<EventData<'session.usage_info'>> {
  const parts = await countContext(prompt, settings.countText);
  return {
    model: model.id,
    tokenLimit: windowTokens,
    currentTokens: totalTokens(parts),
    messagesLength: prompt.messages.length,
    parts,
  };
}
