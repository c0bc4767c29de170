import { notFound, VitrineError } from '#lib/core/errors.ts';
import type { PromptView } from '#lib/core/vocabulary/prompts/prompt.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { AuditAction } from '#lib/core/vocabulary/team/audit.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

const find = async ({ stores }: Pick<Services, 'stores'>, name: string): Promise<PromptView | null> =>
  (await stores.prompts.list()).find((prompt) => prompt.name === name) ?? null;

/**
 * Saves a prompt for the team, or changes one.
 * @throws VitrineError `forbidden` for the prompt of somebody else, `not_possible` when there are too many, or one that is new has the name of another
 */
export async function putPrompt(
  call: MemberCall,
  name: string,
  { text, isNew }: { text: string; isNew?: true | undefined },
): Promise<void> {
  const { member, services } = call;
  const savedAt = new Date(services.nowMs()).toISOString();
  for (;;) {
    const before = await find(services, name);
    if (before && isNew)
      throw new VitrineError('not_possible', `There is a prompt /${name} already, by ${before.by.name}.`);
    if (before) checkIsTheirs(member, before);
    const by = before?.by ?? { id: member.id, name: member.name };
    const result = await services.stores.prompts.put({ name, text, by, savedAt }, before);
    if (result === 'saved') return await record(call, 'prompt.saved', name);
    if (result === 'full')
      throw new VitrineError('not_possible', 'There are too many prompts. Remove one first.');
    // Somebody else was faster: what they saved decides.
  }
}

/** @throws VitrineError `not_found`, `forbidden` for the prompt of somebody else */
export async function removePrompt(call: MemberCall, name: string): Promise<void> {
  const { member, services } = call;
  for (let isDone = false; !isDone; ) {
    const prompt = await find(services, name);
    if (!prompt) throw notFound();
    checkIsTheirs(member, prompt);
    isDone = await services.stores.prompts.remove(prompt);
  }
  await record(call, 'prompt.removed', name);
}

/** Prompts are words that everybody sends to the model; the words themselves are not in the log. */
const record = ({ origin, member, services }: MemberCall, action: AuditAction, name: string) =>
  audit(services, origin, action, member, { subject: { id: name, name: `/${name}` } });

function checkIsTheirs(member: Member, { name, by }: PromptView): void {
  if (by.id !== member.id && !may(member, 'manage', { kind: 'team' }))
    throw new VitrineError('forbidden', `${by.name} saved /${name}: only they, or an admin, can change it.`);
}
