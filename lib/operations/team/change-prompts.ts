import { notFound, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { type PromptView, promptSetting, promptsOf } from '#lib/core/vocabulary/prompts/prompt.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { MemberCall } from '../member-call.ts';

/** By name. */
export const listPrompts = async ({ stores }: Pick<Services, 'stores'>): Promise<PromptView[]> =>
  promptsOf(await stores.settings.get());

/**
 * Saves a prompt for the team, or changes one.
 * @throws VitrineError `forbidden` for the prompt of somebody else, `not_possible` when there are too many, or one that is new has the name of another
 */
export async function putPrompt(
  { member, services }: MemberCall,
  name: string,
  { text, isNew }: { text: string; isNew?: true | undefined },
): Promise<void> {
  const prompts = await listPrompts(services);
  const before = prompts.find((prompt) => prompt.name === name);
  if (before && isNew)
    throw new VitrineError('not_possible', `There is a prompt /${name} already, by ${before.by.name}.`);
  if (before) checkIsTheirs(member, before);
  else if (prompts.length >= limits.prompts)
    throw new VitrineError('not_possible', `There are ${prompts.length} prompts. Remove one first.`);
  const by = before?.by ?? { id: member.id, name: member.name };
  const savedAt = new Date(services.nowMs()).toISOString();
  await services.stores.settings.change(promptSetting(name, { text, by, savedAt }));
}

/** @throws VitrineError `not_found`, `forbidden` for the prompt of somebody else */
export async function removePrompt({ member, services }: MemberCall, name: string): Promise<void> {
  const prompt = (await listPrompts(services)).find((one) => one.name === name);
  if (!prompt) throw notFound();
  checkIsTheirs(member, prompt);
  await services.stores.settings.change(promptSetting(name, null));
}

function checkIsTheirs(member: Member, { name, by }: PromptView): void {
  if (by.id !== member.id && !may(member, 'manage', { kind: 'team' }))
    throw new VitrineError('forbidden', `${by.name} saved /${name}: only they, or an admin, can change it.`);
}
