import {
  acceptedContent,
  completable,
  inputRequired,
  type McpServer,
  type PromptMessage,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { pixelPng } from './sample-media.ts';

const prompt = (...contents: PromptMessage['content'][]) => ({
  messages: contents.map((content) => ({ role: 'user' as const, content })),
});
const text = (words: string) => ({ type: 'text' as const, text: words });

const cities = ['paris', 'park', 'party', 'test'];
const suggest = (begun: string) => cities.filter((city) => city.startsWith(begun));

export function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Fixed words' }, () =>
    prompt(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Repeats its arguments',
      argsSchema: z.object({ arg1: completable(z.string(), suggest), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => prompt(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return prompt({ type: 'resource', resource }, text('Please process the embedded resource above.'));
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Embeds an image' }, () =>
    prompt({ type: 'image', data: pixelPng, mimeType: 'image/png' }, text('Please analyze the image above.')),
  );
}

const contextSchema = z.object({ context: z.string() });

/** Not only tools may ask before they answer. */
export function registerAskingPrompt(server: McpServer): void {
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks for its context' },
    ({ mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, 'user_context', contextSchema);
      if (answer !== undefined) return prompt(text(`Context: ${answer.context}`));
      const message = 'What context should the prompt use?';
      const request = inputRequired.elicit({ message, requestedSchema: contextSchema });
      return inputRequired({ inputRequests: { user_context: request } });
    },
  );
}
