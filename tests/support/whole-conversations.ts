import { expect } from 'vitest';
import type { Stores } from '#lib/stores/stores.ts';
import {
  isoAfter,
  message,
  newId,
  sampleArtifact,
  sampleConversation,
  sampleEntry,
} from '../contracts/samples.ts';

/** A conversation, an artifact, an entry of the ledger for it, and last a message that says its ID. */
export async function addOne(stores: Stores): Promise<{ id: string; artifactId: string }> {
  const conversation = sampleConversation();
  const { id } = conversation;
  await stores.conversations.create(conversation);
  const artifactId = newId('art');
  const writer = await stores.artifacts.create(sampleArtifact({ id: artifactId, conversationId: id }));
  await writer.write(new TextEncoder().encode(`${artifactId}\n`.repeat(300)));
  await writer.complete(isoAfter(600_000));
  await stores.ledger.record(sampleEntry({ id: `${id}:c`, conversationId: id, artifactId }));
  await stores.events.append(id, [message(artifactId)]);
  return { id, artifactId };
}

/** The IDs of conversations whose message is there, with all that was stored before it. */
export async function wholeOnes(stores: Stores): Promise<string[]> {
  const whole: string[] = [];
  for (const { id } of await stores.conversations.list()) {
    const { durable } = await stores.events.readDurable(id, null, 10);
    const [event] = durable;
    if (event?.type !== 'assistant.message') continue;
    const artifactId = event.data.content;
    const record = await stores.artifacts.get(artifactId);
    expect(await stores.artifacts.hashBytes(artifactId)).toBe(record?.metadata.sha256);
    expect(await stores.ledger.get(`${id}:c`)).toMatchObject({ artifactId });
    whole.push(id);
  }
  return whole.toSorted();
}
