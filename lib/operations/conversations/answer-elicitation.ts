import { notFound, VitrineError } from '#lib/core/errors.ts';
import type { ElicitationAnswer } from '#lib/core/vocabulary/tools/elicitation.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/**
 * Gives an MCP server what a member answers, in whichever process the call runs. What they say goes to the server and
 * nowhere else; the audit log has that they answered.
 * @throws VitrineError `not_found` if nothing like this is asked, `invalid_request`: what is wrong with the answer
 */
export async function answerElicitation(
  { services, origin, member }: MemberCall,
  { conversationId, toolCallId }: { conversationId: string; toolCallId: string },
  answer: ElicitationAnswer,
): Promise<void> {
  const outcome = services.elicitations.answer({ conversationId, toolCallId }, answer);
  if (typeof outcome === 'object') throw new VitrineError('invalid_request', outcome.problem);
  const { toolCalls } = await services.readState(conversationId);
  const call = toolCalls[toolCallId];
  const server = serverOfTool(call?.toolName ?? '');
  if (server === null) throw notFound();
  if (outcome === 'absent') {
    // Only a hosted store has several processes.
    if (services.config.redisUrl === null || call?.status !== 'running') throw notFound();
    await services.stores.leases.ask(conversationId, { kind: 'elicitation', toolCallId, answer });
  }
  const subject = { id: server, name: server };
  await audit(services, origin, 'server.answered', member, { subject, detail: answer.action });
}
