import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type RequestState, requestStates } from './request-states.ts';

const nameSchema = z.object({ name: z.string() });
const colorSchema = z.object({ color: z.string() });
const confirmSchema = z.object({ ok: z.boolean() });
/** What the caller of this one request can do. */
const envelopeSchema = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.unknown().optional(),
    sampling: z.unknown().optional(),
  }),
});

const askName = inputRequired.elicit({ message: 'What is your name?', requestedSchema: nameSchema });
const askToConfirm = inputRequired.elicit({ message: 'Please confirm', requestedSchema: confirmSchema });
const askModel = (text: string): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  });

const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
const ask = (inputRequests: Record<string, InputRequest>): InputRequiredResult =>
  inputRequired({ inputRequests });
const askInRound = async (
  round: number,
  inputRequests: Record<string, InputRequest>,
): Promise<InputRequiredResult> =>
  inputRequired({ inputRequests, requestState: await requestStates.mint({ round }) });

/** Verified by the server's hook before the tool runs. */
const roundsOver = ({ mcpReq }: ServerContext): number => mcpReq.requestState<RequestState>()?.round ?? 0;

/** Asks one thing, and ends with the answer. A response of another kind, or none, is asked for again. */
function registerSingleQuestions(server: McpServer): void {
  const tool = (
    name: string,
    run: (context: ServerContext) => InputRequiredResult | ReturnType<typeof text>,
  ) =>
    server.registerTool(name, { description: 'Asks the client one thing' }, async (context) => run(context));

  tool('test_input_required_result_elicitation', ({ mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'user_name', nameSchema);
    return answer === undefined ? ask({ user_name: askName }) : text(`Hello, ${answer.name}!`);
  });
  tool('test_input_required_result_sampling', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
    return answer.kind === 'sampling'
      ? text(JSON.stringify(answer.result.content))
      : ask({ capital_question: askModel('What is the capital of France?') });
  });
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
    return answer.kind === 'roots'
      ? text(answer.roots.map(({ uri }) => uri).join('\n'))
      : ask({ client_roots: inputRequired.listRoots() });
  });
  // Its caller has no sampling: the SDK refuses to send the question.
  tool('test_missing_capability', () => ask({ question: askModel('Who are you?') }));
  tool('test_streaming_elicitation', () => ask({ user_name: askName }));
  tool('test_input_required_result_capabilities', ({ mcpReq }) => {
    const { elicitation, sampling } = envelopeSchema.parse(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
    return ask({
      ...(elicitation ? { user_name: askName } : {}),
      ...(sampling ? { greeting: askModel('Generate a greeting') } : {}),
    });
  });
}

/** Their state travels with the client from round to round. */
function registerQuestionsWithState(server: McpServer): void {
  const description = 'Asks the client, with a state that it sends back';
  for (const name of [
    'test_input_required_result_request_state',
    'test_input_required_result_tampered_state',
  ]) {
    server.registerTool(name, { description }, async (context) => {
      const answer = acceptedContent(context.mcpReq.inputResponses, 'confirm', confirmSchema);
      if (answer === undefined || roundsOver(context) !== 1) return askInRound(1, { confirm: askToConfirm });
      return text('state-ok');
    });
  }
  server.registerTool('test_input_required_result_multiple_inputs', { description }, async (context) => {
    const { inputResponses } = context.mcpReq;
    const name = acceptedContent(inputResponses, 'user_name', nameSchema);
    const greeting = inputResponse(inputResponses, 'greeting');
    const roots = inputResponse(inputResponses, 'client_roots');
    const isComplete = name && greeting.kind === 'sampling' && roots.kind === 'roots';
    if (isComplete && roundsOver(context) === 1) return text(`All three, ${name.name}.`);
    return askInRound(1, {
      user_name: askName,
      greeting: askModel('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    });
  });
  server.registerTool('test_input_required_result_multi_round', { description }, async (context) => {
    const { inputResponses } = context.mcpReq;
    const color = acceptedContent(inputResponses, 'step2', colorSchema);
    if (roundsOver(context) === 2 && color) return text(`Your color is ${color.color}.`);
    if (roundsOver(context) >= 1 && acceptedContent(inputResponses, 'step1', nameSchema)) {
      const message = 'Step 2: What is your favorite color?';
      return askInRound(2, { step2: inputRequired.elicit({ message, requestedSchema: colorSchema }) });
    }
    const message = 'Step 1: What is your name?';
    return askInRound(1, { step1: inputRequired.elicit({ message, requestedSchema: nameSchema }) });
  });
}

export function registerAskingTools(server: McpServer): void {
  registerSingleQuestions(server);
  registerQuestionsWithState(server);
}
