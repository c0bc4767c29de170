import { z } from 'zod';
import { notFound, VitrineError } from '../core/errors.ts';
import { idSchema } from '../core/ids.ts';
import type { Member } from '../core/member.ts';
import type { TerminalAction } from '../core/terminal-action.ts';
import type { Services } from '../services.ts';
import { requireConversation } from './access.ts';
import { checkPolicy } from './check-policy.ts';

/** The one that has a terminal. */
const toolName = 'run_pty_cmd';

/** Tool calls have the IDs that their model gave them. */
export const terminalParams = z.object({ id: idSchema, toolCallId: z.string().min(1).max(200) });

/**
 * What a person does to a terminal, on whatever process it runs. Who types runs commands by their own hand.
 * @throws VitrineError `not_found` where none runs, `forbidden`, `terminal_held` where somebody else types
 */
export async function terminalResponse(
  services: Services,
  member: Member,
  { id, toolCallId }: z.infer<typeof terminalParams>,
  action: TerminalAction,
): Promise<Response> {
  await requireConversation(services, member, id, 'write');
  if (action.kind === 'take' || action.kind === 'input') await checkPolicy(services, member, toolName);
  const person = { id: member.id, name: member.name };
  const outcome = services.terminals.act({ conversationId: id, toolCallId }, person, action);
  if (outcome === 'held') {
    throw new VitrineError(
      'terminal_held',
      'Take over this terminal before you type. Somebody else may be using it.',
    );
  }
  if (outcome === 'absent') {
    if (!(await runsElsewhere(services, id, toolCallId))) throw notFound();
    await services.stores.leases.ask(id, { kind: 'terminal', toolCallId, member: person, action });
  }
  return new Response(null, { status: 204 });
}

/** Only a hosted store has several processes; who holds the terminal there answers by what its page shows. */
async function runsElsewhere(
  { config, readState }: Services,
  id: string,
  toolCallId: string,
): Promise<boolean> {
  if (config.redisUrl === null) return false;
  const { toolCalls } = await readState(id);
  return toolCalls[toolCallId]?.status === 'running' && toolCalls[toolCallId].toolName === toolName;
}
