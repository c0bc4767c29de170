import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { pixelPng } from './sample-media.ts';

export function registerResources(server: McpServer): void {
  const text = { mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  const image = { mimeType: 'image/png', blob: pixelPng };
  for (const [uri, content] of Object.entries({
    'test://static-text': text,
    'test://static-binary': image,
  })) {
    const { mimeType } = content;
    server.registerResource(uri, uri, { description: 'Fixed content', mimeType }, async () => ({
      contents: [{ uri, ...content }],
    }));
  }
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data by ID', mimeType: 'application/json' },
    async (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  );
}
