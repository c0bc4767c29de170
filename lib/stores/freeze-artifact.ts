import type { LineRange } from '../core/algorithms/lines/lines.ts';
import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { traitsOf } from '../core/vocabulary/artifact-types.ts';
import { byteRangeOfLines, storedLines } from './byte-range-of-lines.ts';
import type { ArtifactStore } from './stores.ts';

/** Lines taken from a document are not a document. */
const formOfLines = (form: ArtifactMetadata['form']): ArtifactMetadata['form'] =>
  form && traitsOf(form).needsFirstLine ? null : form;

interface Copy {
  id: string;
  /** Displayed line numbers; `null`: the whole artifact. */
  range: LineRange | null;
  expiresAt: string;
  /** ID for a copy of the app that shows it; lines of it have none. */
  appId: string;
  /** Transforms the bytes for the copy; `null`: they are copied unchanged. Never combined with a range. */
  rewrite: ((bytes: Uint8Array) => Promise<Uint8Array>) | null;
}

/**
 * Copies a complete artifact, or lines of it, with a new ID and expiry, without anything that ties it to a
 * conversation and its workspace. `null`: it has expired, or is not complete.
 */
export async function freezeArtifact(
  artifacts: ArtifactStore,
  source: ArtifactMetadata,
  { id, range, expiresAt, appId, rewrite }: Copy,
): Promise<ArtifactMetadata | null> {
  const location = await byteRangeOfLines(artifacts, source, range);
  if (location === null || source.state !== 'complete') return null;
  const rewritten = rewrite && (await rewriteWhole(artifacts, source, rewrite));
  if (rewrite && rewritten === null) return null;
  // What is left out of a copy is in the app too.
  const app =
    range === null && rewrite === null ? await freezeApp(artifacts, source, { id: appId, expiresAt }) : null;
  const { type, form, title, mimeType, language, files, exitCode, durationMs, dimensions } = source;
  const writer = await artifacts.create({
    id,
    type,
    form: range === null ? form : formOfLines(form),
    title,
    mimeType,
    language,
    files,
    exitCode,
    durationMs,
    dimensions,
    changes: [],
    stderrLines: range === null ? source.stderrLines : stderrWithin(source, range),
    tool: source.tool,
    createdAt: source.createdAt,
    author: source.author,
    arguments: source.arguments,
    firstLine: range?.from ?? source.firstLine,
    origin: source.origin,
    ...(app ? { app } : {}),
    runId: null,
    toolCallId: null,
    conversationId: '',
  });
  if (rewritten) {
    await writer.write(rewritten);
    return await writer.complete(expiresAt);
  }
  for (let start = location.start; start < location.end; start += limits.artifactChunkBytes) {
    const chunk = await artifacts.readBytes(
      source.id,
      start,
      Math.min(location.end, start + limits.artifactChunkBytes),
    );
    if (chunk === null) {
      await writer.abort();
      return null;
    }
    await writer.write(chunk);
  }
  return await writer.complete(expiresAt);
}

/** `null`: there is none, or it is gone. */
async function freezeApp(
  artifacts: ArtifactStore,
  { app }: ArtifactMetadata,
  { id, expiresAt }: Pick<Copy, 'id' | 'expiresAt'>,
): Promise<ArtifactMetadata['app'] | null> {
  const record = app ? await artifacts.get(app.artifactId) : null;
  if (!app || !record) return null;
  const copy = { id, range: null, expiresAt, appId: id, rewrite: null };
  const frozen = await freezeArtifact(artifacts, record.metadata, copy);
  return frozen && { artifactId: id, server: app.server };
}

/** `null`: it has expired meanwhile. */
async function rewriteWhole(
  artifacts: ArtifactStore,
  { id, byteLength }: ArtifactMetadata,
  rewrite: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array | null> {
  const bytes = await artifacts.readBytes(id, 0, byteLength);
  return bytes && (await rewrite(bytes));
}

function stderrWithin(source: ArtifactMetadata, range: LineRange): LineRange[] {
  const { from, to } = storedLines(source, range);
  return source.stderrLines
    .filter((stretch) => stretch.from <= to && stretch.to >= from)
    .map((stretch) => ({
      from: Math.max(stretch.from, from) - from + 1,
      to: Math.min(stretch.to, to) - from + 1,
    }));
}
