import type { Upload } from '#lib/core/api/upload.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import type { Attachment } from '#lib/core/vocabulary/events.ts';
import { attachmentSource } from '#lib/core/vocabulary/ledger/attachments.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { attachmentSettings } from '#lib/runs/attachment-settings.ts';
import { readingOfView } from '#lib/runs/freeze-attachments.ts';
import type { Services } from '#lib/services.ts';
import { formOfFile } from '#lib/split/form.ts';
import type { NewArtifact } from '#lib/stores/stores.ts';
import { baseName, describeShown, describeUpload } from '#lib/tools/describe-upload.ts';
import { createViewIngest } from '#lib/tools/view-of-artifact.ts';
import { type AttachmentNeeds, attachmentDoors } from '../conversations/attachment-doors.ts';
import { inspectStored, readStart } from './read-start.ts';
import { receivedChunks } from './received-chunks.ts';
import { requireStorage } from './storage-quota.ts';

type Needs = AttachmentNeeds & Pick<Services, 'stores' | 'newId' | 'nowMs'>;

interface SentFile {
  /** As its sender calls it. */
  name: string;
  chunks: AsyncIterable<Uint8Array>;
  /** The name is the path of a file of the workspace, and stays whole. */
  isPath?: boolean;
  /** What a program says that it is, by a title of its own; it has no name then. */
  shown?: ShownDescription;
}

/** What another agent shows. */
export interface ShownDescription {
  title: string;
  /** What a text is; `null`: by its title and content. */
  form: ArtifactType | null;
  /** The command that printed it; `null`: it is not the output of one. */
  command: ShownCommand | null;
}

/** A command that ran elsewhere. */
export interface ShownCommand {
  command: string;
  exitCode: number;
  durationMs: number;
}

/**
 * Streams a file into the store, as an artifact of its uploader that expires unless it is sent with a message.
 * @returns the artifact, and what it would cost to send it
 * @throws VitrineError `too_large`, `storage_full`, `invalid_request` if it does not arrive whole: then nothing of it stays
 */
export async function receiveUpload(
  needs: Needs,
  member: Member,
  { name, chunks, isPath = false, shown }: SentFile,
): Promise<Upload> {
  const { artifacts } = needs.stores;
  await requireStorage(artifacts, 0);
  const received = receivedChunks(chunks);
  const start = await readStart(received);
  const { counts: _, ...description } = shown
    ? await describeShown(shown, Buffer.concat(start))
    : await describeUpload(isPath ? name : baseName(name), Buffer.concat(start));
  const artifact: NewArtifact = {
    ...description,
    id: needs.newId('art'),
    form: formOfUpload(description, shown?.form ?? null),
    createdAt: new Date(needs.nowMs()).toISOString(),
    origin: 'member',
    tool: attachmentSource,
    arguments: shown?.command ? { command: shown.command.command } : {},
    author: { id: member.id, name: member.name },
    runId: null,
    toolCallId: null,
    conversationId: '',
    exitCode: shown?.command?.exitCode ?? null,
    durationMs: shown?.command?.durationMs ?? null,
    stderrLines: [],
    dimensions: null,
    changes: [],
  };
  const settings = await attachmentSettings(attachmentDoors(needs), {
    maskedSecrets: {},
    // It belongs to no conversation yet; what is sent is read again.
    workspace: null,
  });
  const view = createViewIngest(artifacts, artifact, settings);
  const writer = await artifacts.create(artifact);
  try {
    const push = async (chunk: Uint8Array) => {
      await writer.write(chunk);
      await view.push(chunk);
    };
    for (const chunk of start) await push(chunk);
    for await (const chunk of received) await push(chunk);
    const { byteLength } = await writer.publish({ stderrLines: [] });
    const ending = artifact.type === 'image' ? await inspectStored(artifacts, artifact.id, byteLength) : {};
    const expiresMs = (await artifacts.readClock()) + needs.config.artifactTtlSeconds * 1_000;
    const metadata = await writer.complete(new Date(expiresMs).toISOString(), ending);
    const made = await view.finish(metadata);
    if (made.problems.length > 0) await artifacts.setProblems(artifact.id, made.problems);
    const { attachment } = await readingOfView(metadata, made, settings);
    return uploadOf(metadata, attachment);
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

const uploadOf = (
  { id, title, type, byteLength, lineCount, dimensions }: ArtifactMetadata,
  { tokens, telemetry }: Pick<Attachment, 'tokens' | 'telemetry'>,
): Upload => ({
  artifactId: id,
  title,
  type,
  byteLength,
  lineCount,
  dimensions,
  tokens: telemetry?.fullTokens ?? null,
  ...(telemetry?.fullTokensEstimated ? { isEstimated: true } : {}),
  viewTokens: tokens,
});

/** What its bytes are decides; what is said of a text only chooses how it is shown. */
function formOfUpload(
  description: Pick<NewArtifact, 'type' | 'title' | 'firstLine'>,
  wanted: ArtifactType | null,
): ArtifactType | null {
  if (description.type !== 'file' && description.type !== 'text') return null;
  if (wanted !== null && !traitsOf(wanted).isBytes) return wanted;
  return description.type === 'file' ? formOfFile(description) : null;
}
