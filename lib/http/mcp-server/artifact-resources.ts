import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { expired, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { recallOutputProfile } from '#lib/core/vocabulary/tools/recall-output.ts';
import { requireReadable } from '#lib/operations/access.ts';
import { createClientMask } from '#lib/operations/artifacts/recall-for-client.ts';
import { searchArtifacts } from '#lib/operations/search/search-artifacts.ts';
import { artifactLink, artifactUri } from './artifact-address.ts';
import type { McpCall } from './mcp-call.ts';

/** The artifacts that a member may read, as resources: hosts list the latest, and read one whole. */
export function registerArtifactResources(server: McpServer, call: McpCall): void {
  const { services, member } = call;
  const template = new ResourceTemplate(artifactUri('{id}'), {
    async list() {
      const wanted = { query: '', conversationId: null, limit: limits.mcpListed };
      const { artifacts } = await searchArtifacts(services, member, wanted);
      const live = artifacts.filter(({ metadata }) => metadata.state === 'complete');
      return {
        resources: live.map(({ metadata }) => {
          const { type: _, ...resource } = artifactLink(metadata);
          return resource;
        }),
      };
    },
  });
  server.registerResource('artifact', template, { description: 'A stored result' }, async (uri, { id }) => {
    const { artifact, conversation } = await requireReadable(services, member, String(id));
    const { state, mimeType, byteLength, lineCount } = artifact.metadata;
    if (state === 'expired') throw expired();
    if (byteLength > limits.mcpResourceBytes) {
      throw new VitrineError(
        'too_large',
        `It has ${formatBytes(byteLength)}: read a part with ${recallOutputProfile.name}`,
      );
    }
    const bytes = await services.stores.artifacts.readBytes(String(id), 0, byteLength);
    if (bytes === null) throw expired();
    const content = Buffer.from(bytes);
    // A host may give it to its model.
    const mask = await createClientMask(services, conversation);
    return {
      contents: [
        {
          uri: uri.href,
          mimeType,
          ...(lineCount === null
            ? { blob: content.toString('base64') }
            : { text: mask()(content.toString('utf8')) }),
        },
      ],
    };
  });
}
