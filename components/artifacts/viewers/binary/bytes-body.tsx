import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';

/** Bytes that cannot be shown as lines: their size, and a download. */
export function BytesBody({ metadata, baseUrl }: { metadata: ArtifactMetadata; baseUrl: string }) {
  return (
    <div className="blob">
      <span className="grow">
        <b>{formatBytes(metadata.byteLength)}</b> <span className="dim">{metadata.mimeType}</span>
      </span>
      <a className="btn" href={baseUrl} download>
        Download
      </a>
    </div>
  );
}
