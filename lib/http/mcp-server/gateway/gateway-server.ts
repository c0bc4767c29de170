import {
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isVitrineError } from '#lib/core/errors.ts';
import { version } from '#lib/core/vocabulary/version.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import type { ServerQuestion } from '#lib/tools/tool-context.ts';
import { callIn } from '../answer-mcp-client.ts';
import { callGatewayTool } from './call-gateway-tool.ts';
import { type GatewayCall, listGatewayTools } from './gateway-tools.ts';
import type { CallStep, Exchange, PendingCalls } from './pending-calls.ts';

/** Names the conversation that gets the results. */
export const conversationKey = 'vitrine/conversationId';

const metaSchema = z.looseObject({ [conversationKey]: z.string().max(100).optional() }).catch({});
const answerSchema = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional(),
});
/** The only question of an exchange. */
const questionKey = 'answer';

/** @param server by the name we gave it; `null`: all that the caller may use */
export function createGatewayServer(server: string | null, pending: PendingCalls): Server {
  const made = new Server(
    { name: server === null ? 'vitrine-gateway' : server, version },
    { capabilities: { tools: { listChanged: true } } },
  );
  made.setRequestHandler('tools/list', async (_request, context) => {
    const call = callIn(context.http?.authInfo) as GatewayCall;
    return { tools: await listGatewayTools(call, server, conversationIn(context)) };
  });
  made.setRequestHandler('tools/call', async ({ params }, context) => {
    const call = callIn(context.http?.authInfo) as GatewayCall;
    const wanted = {
      server,
      name: params.name,
      input: params.arguments ?? {},
      conversationId: conversationIn(context),
      canElicit: canElicit(made.getClientCapabilities()),
    };
    const id = context.mcpReq.requestState<string>();
    try {
      // One request of the older protocol may have many calls.
      await checkRate(call.services, { address: null }, 'token', call.client.id);
      const exchange = exchangeOf(context);
      const step =
        id === undefined
          ? await pending.begin(call.client.id, (running) => callGatewayTool(call, wanted, running), exchange)
          : await pending.resume(call.client.id, id, answerIn(context), exchange);
      if (step === null) return failure('This question was answered already, or nobody answered it in time');
      return 'result' in step ? step.result : asking(step);
    } catch (error) {
      if (!isVitrineError(error)) call.services.log.error({ err: error }, 'a call of the gateway failed');
      return failure(isVitrineError(error) ? error.message : 'Something went wrong on the server');
    }
  });
  return made;
}

/** The client asks its people, and calls again with what they say and the ID of the question. */
function asking({ id, question }: Extract<CallStep, { id: string }>): InputRequiredResult {
  const form = { message: `${question.server} asks: ${question.message}`, ...formOf(question) };
  return inputRequired({
    inputRequests: { [questionKey]: inputRequired.elicit(form) },
    requestState: id,
  }) as InputRequiredResult;
}

type Form = Extract<Parameters<typeof inputRequired.elicit>[0], { requestedSchema: unknown }>;

/** As the server sent it: it was read as a form before. */
const formOf = ({ requestedSchema }: ServerQuestion): Pick<Form, 'requestedSchema'> => ({
  requestedSchema: requestedSchema as Form['requestedSchema'],
});

const failure = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

const conversationIn = ({ mcpReq }: ServerContext): string | null =>
  metaSchema.parse(mcpReq._meta ?? {})[conversationKey] ?? null;

/** What cannot be read is no answer. */
const answerIn = ({ mcpReq }: ServerContext) =>
  answerSchema.catch({ action: 'cancel' }).parse(mcpReq.inputResponses?.[questionKey]);

function exchangeOf({ mcpReq }: ServerContext): Exchange {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    signal: mcpReq.signal,
    onProgress(progress) {
      if (progressToken === undefined) return;
      const params = { progressToken, ...progress };
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}

/** A form: one that only opens addresses has none. */
const canElicit = ({ elicitation }: ClientCapabilities = {}): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
