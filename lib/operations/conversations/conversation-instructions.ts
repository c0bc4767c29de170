import { z } from 'zod';
import type { ConversationInstructions } from '#lib/core/api/conversation-instructions.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent, type EventData, type NewEvent } from '#lib/core/vocabulary/events.ts';
import { replacedSchema } from '#lib/core/vocabulary/team/team-settings.ts';
import { mustReadInstructions, readCustomInstructions } from '#lib/runs/custom-instructions.ts';
import type { Services } from '#lib/services.ts';
import { checkReplaced } from '../check-replaced.ts';
import type { MemberCall } from '../member-call.ts';

export const instructionsChangeSchema = z.strictObject({
  own: z
    .string()
    .trim()
    .max(limits.instructionCharacters)
    .optional()
    .describe('The conversation’s own instructions; empty: none'),
  replaced: replacedSchema.optional(),
  readAgain: z.literal(true).optional().describe('Read those of the team and the workspace as they are now'),
});

/** What the model reads from the next run on, and whether that is what the team and the workspace say now. */
export async function readConversationInstructions(
  services: Services,
  conversation: Conversation,
): Promise<ConversationInstructions> {
  const state = await services.readState(conversation.id);
  const { read, own } = state.instructions;
  const present = await readPresentInstructions(services, conversation, state);
  const hasWorkspace = (await services.workspaces.of(conversation)) !== null;
  const frozen = read?.sources ?? (mustReadInstructions(state) ? present.sources : []);
  return {
    sources: frozen,
    readAt: read?.timestamp ?? null,
    readBy: read?.by ?? null,
    // What cannot be read any more is no change.
    isOutdated: hasWorkspace && wordsOf(present.sources) !== wordsOf(frozen),
    own: own && {
      ...{ content: own.content, tokens: await services.countText(own.content) },
      ...{ by: own.by, changedAt: own.timestamp },
    },
  };
}

/**
 * Changes what the model reads from the next run on.
 * @throws VitrineError `not_possible` without a workspace to read again, or where others were saved meanwhile
 */
export async function changeConversationInstructions(
  { member, services }: MemberCall,
  conversation: Conversation,
  { own, replaced, readAgain }: z.infer<typeof instructionsChangeSchema>,
): Promise<ConversationInstructions> {
  const { stores, nowMs } = services;
  const by = { id: member.id, name: member.name };
  const now = new Date(nowMs()).toISOString();
  const changes: NewEvent[] = [];
  const state = await services.readState(conversation.id);
  if (readAgain) {
    if ((await services.workspaces.of(conversation)) === null)
      throw new VitrineError('not_possible', `The workspace ${conversation.workspace} no longer exists.`);
    const data = { ...(await readPresentInstructions(services, conversation, state)), by };
    changes.push(durableEvent('instructions.read', data, now));
  }
  const before = state.instructions.own;
  if (own !== undefined) checkReplaced(before && { by: before.by, changedAt: before.timestamp }, replaced);
  if (own !== undefined && own !== (state.instructions.own?.content ?? ''))
    changes.push(durableEvent('instructions.changed', { content: own, by }, now));
  if (changes.length > 0) await stores.events.append(conversation.id, changes);
  return await readConversationInstructions(services, conversation);
}

/** As they are now. */
export async function readPresentInstructions(
  services: Pick<Services, 'workspaces' | 'config' | 'readSecrets' | 'openNames'> &
    Parameters<typeof readCustomInstructions>[0],
  conversation: Conversation,
  { maskedSecrets }: Pick<ConversationState, 'maskedSecrets'>,
): Promise<Pick<EventData<'instructions.read'>, 'sources' | 'masked'>> {
  const workspace = await services.workspaces.of(conversation);
  const { names, close } = services.openNames(conversation.id, maskedSecrets);
  try {
    const ofWorkspace = workspace === null ? [] : await services.readSecrets(workspace.name);
    const known = [...services.config.secrets, ...ofWorkspace];
    return await readCustomInstructions(services, workspace, { known, names });
  } finally {
    close();
  }
}

const wordsOf = (sources: ConversationInstructions['sources']): string =>
  JSON.stringify(sources.map(({ name, content }) => [name, content]));
