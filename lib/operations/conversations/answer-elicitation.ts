import { notFound, VitrineError } from '#lib/core/errors.ts';
import {
  type Elicitation,
  type ElicitationAnswer,
  problemOfAnswer,
} from '#lib/core/vocabulary/tools/elicitation.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { Services } from '#lib/services.ts';
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
  const { toolCalls, cursor } = await services.readState(conversationId);
  const server = serverOfTool(toolCalls[toolCallId]?.toolName ?? '');
  if (server === null) throw notFound();
  const outcome = services.elicitations.answer({ conversationId, toolCallId }, answer);
  if (typeof outcome === 'object') throw new VitrineError('invalid_request', outcome.problem);
  if (outcome === 'absent') {
    const asked = await findAsked(services, { conversationId, toolCallId }, cursor);
    // Only a hosted store has several processes.
    if (services.config.redisUrl === null || asked?.id !== answer.id) throw notFound();
    const { action, content = {} } = answer;
    const problem = action === 'accept' ? problemOfAnswer(asked.fields, content) : null;
    if (problem !== null) throw new VitrineError('invalid_request', problem);
    await services.stores.leases.ask(conversationId, { kind: 'elicitation', toolCallId, answer });
  }
  const subject = { id: server, name: server };
  await audit(services, origin, 'server.answered', member, { subject, detail: answer.action });
}

/** What a call that runs in another process asks now; `null`: nothing. */
async function findAsked(
  { stores }: Services,
  { conversationId, toolCallId }: { conversationId: string; toolCallId: string },
  cursor: string | null,
): Promise<Elicitation | null> {
  const { live } = await stores.events.read(conversationId, { durable: cursor, live: null }, 1_000);
  const asked = live.findLast(
    (event) => event.type === 'tool.elicitation' && event.data.toolCallId === toolCallId,
  );
  return asked?.type === 'tool.elicitation' ? asked.data.elicitation : null;
}
