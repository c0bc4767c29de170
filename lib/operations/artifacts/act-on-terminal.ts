import { notFound, VitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { TerminalAction } from '#lib/core/vocabulary/terminal-action.ts';
import { runPtyCmdProfile } from '#lib/core/vocabulary/tools/run-pty-cmd.ts';
import type { Services } from '#lib/services.ts';
import { checkPolicy } from './check-policy.ts';

/** The only tool that has a terminal. */
const toolName = runPtyCmdProfile.name;

/**
 * Performs what a person does in a terminal, in whichever process it runs. Typing runs commands, so the
 * policy of the tool applies.
 * @throws VitrineError `not_found` if the call has no running terminal, `forbidden`, `terminal_in_use` if
 * somebody else types
 */
export async function actOnTerminal(
  services: Services,
  member: Member,
  { conversation, toolCallId }: { conversation: Conversation; toolCallId: string },
  action: TerminalAction,
): Promise<void> {
  const { id: conversationId, workspace } = conversation;
  if (action.kind === 'take' || action.kind === 'input')
    await checkPolicy(services, member, toolName, workspace);
  const person = { id: member.id, name: member.name };
  const outcome = services.terminals.act({ conversationId, toolCallId }, person, action);
  if (outcome === 'in_use') {
    throw new VitrineError(
      'terminal_in_use',
      'Take over this terminal before you type. Somebody else may be using it.',
    );
  }
  if (outcome === 'absent') {
    if (!(await runsElsewhere(services, conversationId, toolCallId))) throw notFound();
    await services.stores.leases.ask(conversationId, {
      kind: 'terminal',
      toolCallId,
      member: person,
      action,
    });
  }
}

/**
 * Only a hosted store has several processes. The process that runs the terminal answers through the events
 * its page receives.
 */
async function runsElsewhere(
  { config, readState }: Services,
  id: string,
  toolCallId: string,
): Promise<boolean> {
  if (config.redisUrl === null) return false;
  const { toolCalls } = await readState(id);
  return toolCalls[toolCallId]?.status === 'running' && toolCalls[toolCallId].toolName === toolName;
}
