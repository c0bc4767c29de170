import {
  type ElicitRequestFormParams,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

type Form = ElicitRequestFormParams['requestedSchema'];

const accountForm: Form = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
};

/** A default of each type (SEP-1034). */
const formWithDefaults: Form = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const options = ['option1', 'option2', 'option3'];
const titled = ['First', 'Second', 'Third'].map((title, index) => ({ const: `value${index + 1}`, title }));
/** Each way to choose (SEP-1330). */
const formWithEnums: Form = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  },
};

function askForm({ mcpReq }: ServerContext, message: string, requestedSchema: Form) {
  const answer = inputResponse(mcpReq.inputResponses, 'form');
  if (answer.kind !== 'elicit') {
    return inputRequired({ inputRequests: { form: inputRequired.elicit({ message, requestedSchema }) } });
  }
  const words = `action=${answer.action}, content=${JSON.stringify(answer.content)}`;
  return { content: [{ type: 'text' as const, text: `Elicitation completed: ${words}` }] };
}

/** The questions of 2025, asked as in 2026: the SDK turns them into requests to the client, where there is a session. */
export function registerFormTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model of the client', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, 'answer');
      if (answer.kind === 'sampling') {
        return {
          content: [{ type: 'text', text: `LLM response: ${JSON.stringify(answer.result.content)}` }],
        };
      }
      const message = { role: 'user' as const, content: { type: 'text' as const, text: prompt } };
      const request = inputRequired.createMessage({ messages: [message], maxTokens: 100 });
      return inputRequired({ inputRequests: { answer: request } });
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the user', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, context) => askForm(context, message, accountForm),
  );
  const forms = {
    test_elicitation_sep1034_defaults: formWithDefaults,
    test_elicitation_sep1330_enums: formWithEnums,
  };
  for (const [name, form] of Object.entries(forms)) {
    server.registerTool(name, { description: 'Asks the user to fill in a form' }, async (context) =>
      askForm(context, 'Please fill in the form', form),
    );
  }
}
