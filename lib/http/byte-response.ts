import { expired, VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { downloadName } from '../operations/artifacts/download-name.ts';
import type { ArtifactStore } from '../stores/stores.ts';

/** Types a browser may display inline; anything else is downloaded. */
const inlineTypes = new Set([
  'text/plain',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);

export interface Sending {
  isShared: boolean;
  /** The response is a download, not displayed. */
  isFile?: boolean;
  /** Served from the content origin: our pages may embed it, and no other site may frame it. */
  isElsewhere?: boolean;
}

/**
 * Serves an artifact's bytes; for one that is being written, the bytes there are now. The content may be
 * hostile, so it is sandboxed, never sniffed, and never runs as one of our pages.
 */
export async function byteResponse(
  request: Request,
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  sending: Sending,
): Promise<Response> {
  const { id, byteLength, sha256 } = metadata;
  const etag = sha256 === null ? null : `"${sha256}"`;
  const headers = new Headers(policyHeaders(metadata, sending));
  if (etag !== null) headers.set('ETag', etag);
  if (etag !== null && matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const range = readRangeHeader(request.headers, etag, byteLength);
  const { start, end } = range ?? { start: 0, end: byteLength };
  headers.set('Content-Length', String(end - start));
  headers.set('Accept-Ranges', 'bytes');
  if (range) {
    const total = metadata.state === 'writing' ? '*' : byteLength;
    headers.set('Content-Range', `bytes ${start}-${end - 1}/${total}`);
    // A proxy that compressed the body would change the bytes.
    headers.append('Cache-Control', 'no-transform');
  }
  // Bytes are sent in chunks as they are read, so a reader who stops costs one chunk.
  const first = await artifacts.readBytes(id, start, Math.min(end, start + limits.artifactChunkBytes));
  if (first === null) throw expired();
  // Even a single chunk is streamed: a Response copies plain bytes twice, 2 ms a megabyte (npm run bench).
  const body = start === end ? null : streamFrom(artifacts, id, first, start, end);
  return new Response(body, { status: range ? 206 : 200, headers });
}

function policyHeaders(
  { mimeType, title, type, state }: ArtifactMetadata,
  { isShared, isFile = false, isElsewhere = false }: Sending,
): Record<string, string> {
  const disposition = !isFile && inlineTypes.has(mimeType) ? 'inline' : 'attachment';
  const fileName = encodeURIComponent(downloadName({ title, type })).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return {
    'Content-Type': mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${fileName}`,
    'Content-Security-Policy': `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors ${isElsewhere ? "'none'" : "'self'"}`,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': isElsewhere ? 'cross-origin' : 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': isShared || state !== 'complete' ? 'no-store' : 'private, no-cache',
  };
}

const matches = (header: string | null, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false;

/** Parses a single byte range, [start, end). `null`: none was requested, or it was for another version. */
function readRangeHeader(
  headers: Headers,
  etag: string | null,
  byteLength: number,
): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '');
  const condition = headers.get('if-range');
  if (!match || (match[1] === '' && match[2] === '') || (condition !== null && condition !== etag))
    return null;
  const isSuffix = match[1] === '';
  const start = isSuffix ? Math.max(0, byteLength - Number(match[2])) : Number(match[1]);
  const end = isSuffix || match[2] === '' ? byteLength : Math.min(Number(match[2]) + 1, byteLength);
  if (start < end) return { start, end };
  throw new VitrineError('range_not_satisfiable', `The artifact has ${byteLength} bytes`);
}

function streamFrom(artifacts: ArtifactStore, id: string, first: Uint8Array, start: number, end: number) {
  let position = start;
  let next: Uint8Array | null = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk =
          next ??
          (await artifacts.readBytes(id, position, Math.min(end, position + limits.artifactChunkBytes)));
        next = null;
        if (chunk === null || chunk.length === 0)
          return controller.error(new Error('the artifact expired while it was sent'));
        position += chunk.length;
        controller.enqueue(chunk);
        if (position >= end) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
