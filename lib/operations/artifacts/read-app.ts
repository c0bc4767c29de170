import { expired, notFound } from '#lib/core/errors.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { type McpApp, mcpAppSchema } from '#lib/core/vocabulary/tools/mcp-app.ts';
import type { Stores } from '#lib/stores/stores.ts';

/**
 * The page that shows an artifact, with all that it is sent.
 * @throws VitrineError `not_found`: it has none, `artifact_expired`
 */
export async function readApp(
  { stores: { artifacts } }: { stores: Pick<Stores, 'artifacts'> },
  { app, state }: Pick<ArtifactMetadata, 'app' | 'state'>,
): Promise<McpApp> {
  if (app === undefined) throw notFound();
  const record = state === 'expired' ? null : await artifacts.get(app.artifactId);
  const bytes =
    record?.metadata.state === 'complete' &&
    (await artifacts.readBytes(app.artifactId, 0, record.metadata.byteLength));
  if (!bytes) throw expired();
  return mcpAppSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
}
