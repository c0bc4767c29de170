import type { ArtifactMetadata } from '../../lib/core/artifact.ts';

const kept = 200;
const read = new Map<string, ArtifactMetadata>();

/** What a card has read of a complete artifact: the panel that opens it shows its lines one request sooner. */
export function rememberMetadata(metadata: ArtifactMetadata): void {
  if (metadata.state !== 'complete') return;
  read.delete(metadata.id);
  read.set(metadata.id, metadata);
  const [oldest] = read.keys();
  if (read.size > kept && oldest !== undefined) read.delete(oldest);
}

/** As it was read last, which may be a while ago; `null`: not yet. */
export const rememberedMetadata = (artifactId: string): ArtifactMetadata | null =>
  read.get(artifactId) ?? null;
