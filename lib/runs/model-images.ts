import { contextOf } from '../core/conversation/compaction.ts';
import type { ConversationState } from '../core/conversation/conversation-state.ts';
import { isToAgent } from '../core/conversation/thread-items.ts';
import { limits } from '../core/limits.ts';
import { seenImagesOf } from '../core/vocabulary/events.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { decodeImage } from '../tools/image-decoder.ts';
import { inImageTurn } from '../tools/image-turn.ts';

/** An image as sent to the model: no larger than models use, and without a camera's metadata. */
export interface ModelImage {
  mediaType: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
}

/**
 * Loads the images that the model looks at, the latest of a conversation, by artifact ID. Each is encoded
 * once, and the same image gives the same bytes. One that has expired or cannot be loaded is missing from the
 * result. Never rejects.
 */
export function createModelImages(
  artifacts: ArtifactStore,
): (state: ConversationState) => Promise<ReadonlyMap<string, ModelImage>> {
  let created: ReadonlyMap<string, ModelImage> = new Map();
  return async (state) => {
    const next = new Map<string, ModelImage>();
    for (const artifactId of latestSeen(state)) {
      const image = created.get(artifactId) ?? (await loadModelImage(artifacts, artifactId));
      if (image) next.set(artifactId, image);
    }
    created = next;
    return next;
  };
}

function latestSeen(state: ConversationState): string[] {
  const { toolCalls } = state;
  const telemetries = contextOf(state).items.flatMap((item) => {
    if (isToAgent(item)) return item.attachments.map(({ telemetry }) => telemetry);
    if (item.kind !== 'assistant') return [];
    return item.toolRequests.map(({ toolCallId }) => toolCalls[toolCallId]?.result?.toolTelemetry);
  });
  const seen = telemetries.flatMap((telemetry) => (telemetry ? seenImagesOf(telemetry) : []));
  return seen.slice(-limits.modelImages);
}

/** `null`: it has expired, or cannot be loaded. */
export async function loadModelImage(
  artifacts: ArtifactStore,
  artifactId: string,
): Promise<ModelImage | null> {
  try {
    const record = await artifacts.get(artifactId);
    if (record?.metadata.state !== 'complete') return null;
    const bytes = await artifacts.readBytes(artifactId, 0, record.metadata.byteLength);
    return bytes && (await inImageTurn(() => encodeForModel(bytes)));
  } catch {
    // If the store is down, the next durable event fails; the model continues without the image.
    return null;
  }
}

/** Lossless if the source was lossless and is small enough; otherwise as a photograph. */
async function encodeForModel(bytes: Uint8Array): Promise<ModelImage> {
  const { format } = await decodeImage(bytes, (image) => image.metadata());
  if (format === 'png' || format === 'gif') {
    const png = await decodeImage(bytes, (image) => fitted(image).png().toBuffer());
    if (png.length <= limits.modelImageBytes) return { mediaType: 'image/png', bytes: png };
  }
  const jpeg = await decodeImage(bytes, (image) =>
    fitted(image).flatten({ background: 'white' }).jpeg({ quality: 80 }).toBuffer(),
  );
  return { mediaType: 'image/jpeg', bytes: jpeg };
}

const fitted = (image: Parameters<Parameters<typeof decodeImage>[1]>[0]) =>
  image.autoOrient().resize({
    width: limits.modelImagePixels,
    height: limits.modelImagePixels,
    fit: 'inside',
    withoutEnlargement: true,
  });
