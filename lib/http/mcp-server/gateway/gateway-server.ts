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
import { callIn } from '../answer-mcp-client.ts';
import { callGatewayTool } from './call-gateway-tool.ts';
import { type GatewayCall, listGatewayTools } from './gateway-tools.ts';
import type { Exchange, PendingCalls } from './pending-calls.ts';

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
    const exchange = exchangeOf(context);
    try {
      // One request of the older protocol may have many calls.
      await checkRate(call.services, { address: null }, 'token', call.client.id);
      const id = context.mcpReq.requestState<string>();
      const step =
        id === undefined
          ? await pending.begin(
              call.client.id,
              (running) =>
                callGatewayTool(
                  call,
                  {
                    server,
                    name: params.name,
                    input: params.arguments ?? {},
                    conversationId: conversationIn(context),
                    canElicit: canElicit(made.getClientCapabilities()),
                  },
                  running,
                ),
              exchange,
            )
          : await pending.resume(call.client.id, id, answerIn(context), exchange);
      if (step === null) return failure('This question was answered already, or nobody answered it in time');
      if ('result' in step) return step.result;
      const { message, requestedSchema } = step.question;
      return inputRequired({
        inputRequests: {
          [questionKey]: inputRequired.elicit({
            message: `${step.question.server} asks: ${message}`,
            requestedSchema: requestedSchema as Parameters<typeof inputRequired.elicit>[0]['requestedSchema'],
          } as Parameters<typeof inputRequired.elicit>[0]),
        },
        requestState: step.id,
      }) as InputRequiredResult;
    } catch (error) {
      if (!isVitrineError(error)) call.services.log.error({ err: error }, 'a call of the gateway failed');
      return failure(isVitrineError(error) ? error.message : 'Something went wrong on the server');
    }
  });
  return made;
}

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
