import type { ConversationUsage } from '#lib/core/api/conversation-usage.ts';
import { totalTokens } from '#lib/core/vocabulary/context-parts.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { toFigures } from '#lib/core/vocabulary/ledger/savings.ts';
import { addSums, noSums } from '#lib/core/vocabulary/ledger/sums.ts';
import { createAttachmentTexts } from '#lib/runs/attachment-texts.ts';
import { nextModel } from '#lib/runs/choose-model.ts';
import { readableBy } from '#lib/runs/compaction/provider-threshold.ts';
import { countContext, type Prompt } from '#lib/runs/count-context.ts';
import { countDefinitions } from '#lib/runs/count-definitions.ts';
import {
  countInstructions,
  formatCustomInstructions,
  mustReadInstructions,
} from '#lib/runs/custom-instructions.ts';
import { deferTools, sentTools } from '#lib/runs/defer-tools.ts';
import { instructions } from '#lib/runs/instructions.ts';
import { toModelMessages } from '#lib/runs/model-history.ts';
import { usableTools } from '#lib/runs/usable-tools.ts';
import type { Services } from '#lib/services.ts';
import { canRecall } from '#lib/tools/recall-output.ts';
import { readPresentInstructions } from './conversation-instructions.ts';

/** What the next model call of a conversation would send, if that member asked. */
export async function readNextCall(services: Services, conversation: Conversation, memberId: string) {
  const { config, stores, models, commands, workspaces, mcpServers, readState, countText } = services;
  const present = await readState(conversation.id);
  const model = nextModel(models, await services.readModelPolicy(), present.items, conversation.model);
  const state = readableBy(model, present);
  const windowTokens = services.windowOf(model);
  const workspace = await workspaces.of(conversation);
  const ofServers = workspace
    ? await mcpServers.tools({ memberId, workspace: workspace.name, root: workspace.root })
    : [];
  const usable = await usableTools(
    [...(await services.readOwnTools()), ...ofServers],
    commands,
    await services.readWorkspaceRights(memberId, conversation.workspace),
  );
  const offered = await deferTools(usable, windowTokens, countText);
  const attachmentTexts = await createAttachmentTexts(stores.artifacts)(state);
  const custom = mustReadInstructions(present)
    ? { ...present.instructions, read: await readPresentInstructions(services, conversation, present) }
    : present.instructions;
  const prompt: Prompt = {
    instructions: instructions(conversation.workspace, {
      isTeam: config.signIn !== null,
      hasRecall: canRecall(usable),
      custom: formatCustomInstructions(custom),
    }),
    tools: sentTools(offered),
    messages: toModelMessages(state, attachmentTexts, new Map(), null, model.id),
  };
  return { state, model, windowTokens, offered, attachmentTexts, custom, prompt };
}

/** What fills the model's context now, and what the split has kept out of it. */
export async function readConversationUsage(
  services: Services,
  conversation: Conversation,
  memberId: string,
): Promise<ConversationUsage> {
  const { stores, countText } = services;
  const { model, windowTokens, offered, custom, prompt } = await readNextCall(
    services,
    conversation,
    memberId,
  );
  const parts = await countContext(prompt, countText);
  const total = noSums();
  const firstDay = conversation.createdAt.slice(0, 10);
  for (const { sums } of await stores.ledger.sums('conversation', firstDay, '9999-12-31', conversation.id)) {
    addSums(total, sums);
  }
  const { withheldTokens, avoidedTokens, netMicrodollars, costMicrodollars } = toFigures(total);
  return {
    model: model.id,
    windowTokens,
    compactsAtTokens: windowTokens === null ? null : Math.floor(windowTokens * services.compaction.share),
    usedTokens: totalTokens(parts),
    parts,
    definitions: await countDefinitions(offered, countText),
    instructions: await countInstructions(custom, countText),
    figures: { withheldTokens, avoidedTokens, netMicrodollars, costMicrodollars },
  };
}
