import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { limits } from '#lib/core/limits.ts';
import { requireArtifact } from '#lib/operations/access.ts';
import { shareArtifact } from '#lib/operations/artifacts/share-artifact.ts';
import type { McpCall } from './mcp-call.ts';
import { toolAnswer } from './tool-answer.ts';

/** The tool with which another agent makes a link for others. */
export function registerShareTool(server: McpServer, call: McpCall): void {
  server.registerTool(
    'share',
    {
      description: 'Makes a link to a frozen copy of an artifact, for the team or for whoever has the link.',
      inputSchema: z.object({
        artifactId: z.string(),
        audience: z.enum(['team', 'link']).default('team'),
        expiresInSeconds: z.int().min(limits.shareMinSeconds).max(limits.shareMaxSeconds).optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ artifactId, ...wanted }) =>
      toolAnswer(call, async () => {
        const { artifact } = await requireArtifact(call.services, call.member, artifactId);
        return (await shareArtifact(call, artifact.metadata, wanted)).url;
      }),
  );
}
