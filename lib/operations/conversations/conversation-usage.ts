import { totalTokens } from '../../core/context-parts.ts';
import { contextWindowOf } from '../../core/context-windows.ts';
import type { Conversation } from '../../core/conversation.ts';
import type { ConversationUsage } from '../../core/conversation-usage.ts';
import { toFigures } from '../../core/savings.ts';
import { addSums, noSums } from '../../core/sums.ts';
import { countContext } from '../../runs/count-context.ts';
import { createGivenTexts } from '../../runs/given-texts.ts';
import { instructions } from '../../runs/instructions.ts';
import { toModelMessages } from '../../runs/model-history.ts';
import { usableTools } from '../../runs/usable-tools.ts';
import type { Services } from '../../services.ts';

/** What fills the model's context now, and what the split has kept out of it. */
export async function readConversationUsage(
  services: Services,
  conversation: Conversation,
): Promise<ConversationUsage> {
  const { config, stores, model, commands, readState, countText } = services;
  const state = await readState(conversation.id);
  const parts = await countContext(
    {
      instructions: instructions(conversation.workspace, config.signIn !== null),
      tools: await usableTools(services.tools, commands),
      messages: toModelMessages(state, await createGivenTexts(stores.artifacts)(state)),
    },
    countText,
  );
  const total = noSums();
  const firstDay = conversation.createdAt.slice(0, 10);
  for (const { sums } of await stores.ledger.sums('conversation', firstDay, '9999-12-31', conversation.id)) {
    addSums(total, sums);
  }
  const { withheldTokens, avoidedTokens, netMicrodollars, costMicrodollars } = toFigures(total);
  return {
    model: model.id,
    windowTokens: contextWindowOf(model.id, config.models),
    usedTokens: totalTokens(parts),
    parts,
    figures: { withheldTokens, avoidedTokens, netMicrodollars, costMicrodollars },
  };
}
