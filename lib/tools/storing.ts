import type { LineRange } from '../core/algorithms/lines/lines.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { conversationEnd, expiryAfter } from '../core/vocabulary/lifetime.ts';
import { formOfFile } from '../split/form.ts';
import type { ArtifactEnding, ArtifactProgress, ArtifactWriter, NewArtifact } from '../stores/stores.ts';
import { storedArguments } from './stored-arguments.ts';
import type { ToolCallRequest } from './tool-call.ts';
import type { CallContext } from './tool-context.ts';
import type { ToolSuccess } from './tool-result.ts';

/**
 * The artifact of a call while it is written. Nothing here rejects: a store failure costs the artifact, not
 * the run.
 */
export interface Storing {
  write(chunk: Uint8Array): Promise<void>;
  /** Shows people what was written so far. `null`: storing has failed. */
  publish(
    stderrLines: LineRange[],
    form: ArtifactMetadata['form'],
  ): Promise<(ArtifactProgress & { artifactId: string }) | null>;
  complete(ending: ArtifactEnding | undefined): Promise<ArtifactMetadata | null>;
  abort(): Promise<void>;
}

/** After a failure it accepts nothing more, and what was written is removed. */
export function createStoring(result: ToolSuccess, request: ToolCallRequest<CallContext>): Storing {
  const artifact = newArtifact(result, request);
  const patch = artifact.patchArtifactId ? patchOf(artifact, artifact.patchArtifactId) : null;
  let hasFailed = false;
  let writer: ArtifactWriter | null = null;
  let patchWriter: ArtifactWriter | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const guard = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (hasFailed) return null;
    try {
      return await work();
    } catch (error) {
      hasFailed = true;
      request.onStorageFailure(error);
      // The first failure was reported; a store that is down cannot be cleaned up now, but the artifact
      // expires.
      await writer?.abort().catch(() => {});
      await patchWriter?.abort().catch(() => {});
      return null;
    }
  };
  /** Serialised: a timer publishes what has come, also while more is written. */
  const guarded = <T>(work: () => Promise<T>): Promise<T | null> => {
    const turn = last.then(() => guard(work));
    last = turn;
    return turn;
  };
  const open = async () => {
    writer ??= await request.context.artifacts.create(artifact);
    return writer;
  };
  return {
    async write(chunk) {
      await guarded(async () => {
        await (await open()).write(chunk);
        if (patch === null) return;
        patchWriter ??= await request.context.artifacts.create(patch);
        await patchWriter.write(chunk);
      });
    },
    publish: (stderrLines, form) =>
      guarded(async () => {
        const { byteLength, lineCount } = await (await open()).publish({ stderrLines, form });
        return { artifactId: artifact.id, byteLength, lineCount };
      }),
    complete: (ending) =>
      guarded(async () => {
        const nowMs = await request.context.artifacts.readClock();
        const expiresAt = expiryAfter(nowMs, await request.readLifetime());
        await storeCompanions(request, artifact, result, expiresAt);
        const completed = await (await open()).complete(expiresAt, ending);
        // Space for what people keep is never taken by what nobody asked to keep.
        await patchWriter?.complete(conversationEnd);
        return completed;
      }),
    async abort() {
      await guarded(async () => {
        await writer?.abort();
        await patchWriter?.abort();
      });
    },
  };
}

/** The diff of a change to files, which stays as long as its conversation. */
const patchOf = ({ patchArtifactId: _, ...artifact }: NewArtifact, id: string): NewArtifact => ({
  ...artifact,
  id,
  changes: [],
});

/** The app that shows it and what came with it, which expire with it. */
async function storeCompanions(
  { context: { artifacts }, onStorageFailure }: ToolCallRequest<CallContext>,
  { app, parts: stored = [], links: _, ...shown }: NewArtifact,
  { app: result, parts = [] }: ToolSuccess,
  expiresAt: string,
): Promise<void> {
  const store = async (artifact: NewArtifact, bytes: Uint8Array) => {
    // The result is complete without it.
    const writer = await artifacts.create(artifact).catch(onStorageFailure);
    try {
      await writer?.write(bytes);
      await writer?.complete(expiresAt);
    } catch (error) {
      onStorageFailure(error);
      await writer?.abort().catch(() => {});
    }
  };
  if (app && result && 'app' in result) {
    const { artifactId: id } = app;
    const bytes = Buffer.from(JSON.stringify(result.app));
    await store({ ...shown, ...appDescription, files: [], id, dimensions: null, origin: 'app' }, bytes);
  }
  for (const [index, { artifactId: id }] of stored.entries()) {
    const part = parts[index];
    if (!part) continue;
    const { counts: _counts, seenImage: _seen, changes: _changes, ...description } = part.description;
    const form = description.type === 'file' ? formOfFile(description) : null;
    const { dimensions = null } = description;
    await store({ ...shown, ...description, id, form, dimensions, stderrLines: [] }, part.bytes);
  }
}

const appDescription = {
  type: 'json',
  form: 'json',
  mimeType: 'application/json',
  language: 'json',
  firstLine: 1,
} as const;

function newArtifact(
  { description, app, parts, links }: ToolSuccess,
  request: ToolCallRequest<CallContext>,
): NewArtifact {
  const { type, title, mimeType, language, files, firstLine, exitCode, dimensions, changes } = description;
  return {
    id: request.newArtifactId(),
    type,
    // What kind of data a command prints is known when it ends.
    form: type === 'file' ? formOfFile(description) : null,
    title,
    mimeType,
    language,
    files,
    firstLine,
    exitCode,
    durationMs: null,
    stderrLines: [],
    dimensions: dimensions ?? null,
    changes: changes ?? [],
    ...(app && 'app' in app ? { app: { artifactId: request.newArtifactId(), server: app.app.server } } : {}),
    ...(parts && parts.length > 0
      ? {
          parts: parts.map((part) => ({
            artifactId: request.newArtifactId(),
            type: part.description.type,
            title: part.description.title,
            byteLength: part.bytes.byteLength,
          })),
        }
      : {}),
    ...(links && links.length > 0 ? { links: [...links] } : {}),
    ...(changes && changes.length > 0 ? { patchArtifactId: request.newArtifactId() } : {}),
    createdAt: new Date(request.nowMs()).toISOString(),
    origin: 'tool',
    tool: request.toolName,
    arguments: storedArguments(request.input),
    author: request.entryContext.member,
    runId: request.runId,
    toolCallId: request.toolCallId,
    conversationId: request.entryContext.conversationId,
  };
}
