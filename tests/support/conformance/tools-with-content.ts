import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { emptyWav, pixelPng } from './sample-media.ts';

type Content = CallToolResult['content'][number];

const image: Content = { type: 'image', data: pixelPng, mimeType: 'image/png' };

/** What each tool gives, whatever it is asked. */
const contents: Record<string, Content[]> = {
  // `http-header-validation` calls the first of all tools without arguments.
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: emptyWav, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      },
    },
  ],
};

export function registerContentTools(server: McpServer): void {
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: 'Gives fixed content' }, async () => ({ content }));
  }
}
