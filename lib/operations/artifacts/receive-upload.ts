import type { Upload } from '#lib/core/api/upload.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { attachmentSettings } from '#lib/runs/attachment-settings.ts';
import { readAttachment } from '#lib/runs/freeze-attachments.ts';
import type { Services } from '#lib/services.ts';
import { formOfFile } from '#lib/split/form.ts';
import type { ArtifactEnding, ArtifactStore } from '#lib/stores/stores.ts';
import { describedBytes, describeUpload } from '#lib/tools/describe-upload.ts';
import { inImageTurn } from '#lib/tools/image-turn.ts';
import { inspectImage } from '#lib/tools/inspect-image.ts';
import { type AttachmentNeeds, attachmentDoors } from '../conversations/attachment-doors.ts';
import { receivedChunks } from './received-chunks.ts';

type Needs = AttachmentNeeds & Pick<Services, 'stores' | 'newId' | 'nowMs'>;

interface SentFile {
  /** As its sender calls it. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Streams a file into the store, as an artifact of its uploader that expires unless it is sent with a message.
 * @returns the artifact, and what it would cost to send it
 * @throws VitrineError `too_large`, `invalid_request` if it does not arrive whole: then nothing of it stays
 */
export async function receiveUpload(needs: Needs, member: Member, file: SentFile): Promise<Upload> {
  const metadata = await storeUpload(needs, member, file);
  const settings = await attachmentSettings(attachmentDoors(needs), { maskedSecrets: {} });
  const source = { metadata, lines: undefined, as: 'view' as const };
  const { attachment } = await readAttachment(needs.stores.artifacts, source, settings);
  const { id, title, type, byteLength, lineCount, dimensions } = metadata;
  return {
    artifactId: id,
    title,
    type,
    byteLength,
    lineCount,
    dimensions,
    tokens: attachment.telemetry?.fullTokens ?? null,
    ...(attachment.telemetry?.fullTokensEstimated ? { isEstimated: true } : {}),
    viewTokens: attachment.tokens,
  };
}

async function storeUpload(
  { stores: { artifacts }, newId, nowMs, config }: Needs,
  { id: memberId, name: memberName }: Member,
  { name, chunks: sent }: SentFile,
): Promise<ArtifactMetadata> {
  const received = receivedChunks(sent);
  const start = await readStart(received);
  const { counts: _, ...description } = await describeUpload(name, Buffer.concat(start));
  const id = newId('art');
  const writer = await artifacts.create({
    ...description,
    id,
    form: description.type === 'file' ? formOfFile(description) : null,
    createdAt: new Date(nowMs()).toISOString(),
    origin: 'member',
    tool: 'attachment',
    arguments: {},
    author: { id: memberId, name: memberName },
    runId: null,
    toolCallId: null,
    conversationId: '',
    durationMs: null,
    stderrLines: [],
    dimensions: null,
    changes: [],
  });
  try {
    for (const chunk of start) await writer.write(chunk);
    for await (const chunk of received) await writer.write(chunk);
    const { byteLength } = await writer.publish({ stderrLines: [] });
    const ending = description.type === 'image' ? await inspect(artifacts, id, byteLength) : {};
    const nowByStore = await artifacts.readClock();
    return await writer.complete(
      new Date(nowByStore + config.artifactTtlSeconds * 1000).toISOString(),
      ending,
    );
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** The first chunks, of which the file's type is recognised. */
async function readStart(received: AsyncGenerator<Uint8Array>): Promise<Uint8Array[]> {
  const start: Uint8Array[] = [];
  for (let byteLength = 0; byteLength < describedBytes; ) {
    const { value, done } = await received.next();
    if (done) break;
    start.push(value);
    byteLength += value.length;
  }
  return start;
}

/** What cannot be decoded to its last row, or is too large for that, is no more than bytes. */
const inspect = (artifacts: ArtifactStore, id: string, byteLength: number): Promise<ArtifactEnding> =>
  inImageTurn(async () => {
    const notShown = { type: 'binary', mimeType: 'application/octet-stream' } as const;
    if (byteLength > limits.imageFileBytes) return notShown;
    const bytes = await artifacts.readBytes(id, 0, byteLength);
    if (bytes === null) return notShown;
    return await inspectImage(bytes).then(
      ({ dimensions, mimeType }) => ({ dimensions, mimeType }),
      () => notShown,
    );
  });
