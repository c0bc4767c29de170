import { errorMessage, notFound, VitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { expiryAfter } from '#lib/core/vocabulary/lifetime.ts';
import { serverOfTool } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { ResourceLink } from '#lib/core/vocabulary/tools/resource-link.ts';
import { formOfFile } from '#lib/split/form.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import { baseName, describeUpload } from '#lib/tools/describe-upload.ts';
import type { MemberCall } from '../member-call.ts';
import { checkRate } from '../rate-limits.ts';
import { inspectStored, readStart } from './read-start.ts';

/**
 * Fetches what a result refers to from the server that gave it, as the member who opens it, and stores it as an artifact
 * for people: nothing is sent to the model or recorded in the ledger.
 * @param uri one of those that the result has
 * @throws VitrineError `not_found`, `not_possible`: the server failed, `too_many_requests`
 */
export async function openResourceLink(
  { services, origin, member }: MemberCall,
  { artifact, conversation }: { artifact: ArtifactRecord; conversation: Conversation },
  uri: string,
): Promise<string> {
  const { metadata } = artifact;
  const link = metadata.links?.find((one) => one.uri === uri);
  const server = serverOfTool(metadata.tool);
  if (!link || server === null) throw notFound();
  await checkRate(services, origin, 'upload', member.id);
  const workspace = await services.workspaces.of(conversation);
  if (workspace === null)
    throw new VitrineError('not_possible', 'The workspace of this conversation is gone');
  const user = { memberId: member.id, workspace: workspace.name, root: workspace.root };
  const failed = (cause: unknown) =>
    new VitrineError('not_possible', `${server} did not give it: ${errorMessage(cause)}`, { cause });
  const chunks = await services.mcpServers.readResource(user, server, uri, origin.signal).catch((error) => {
    throw failed(error);
  });
  if (chunks === null) throw failed(new Error('the server is gone'));
  return await store({ services, origin, member }, conversation, metadata.tool, link, chunks);
}

async function store(
  { services, member }: MemberCall,
  conversation: Conversation,
  tool: string,
  { uri, title }: ResourceLink,
  chunks: AsyncIterable<Uint8Array>,
): Promise<string> {
  const { stores, newId, nowMs, readLifetime } = services;
  const { artifacts } = stores;
  const received = chunks[Symbol.asyncIterator]();
  try {
    const start = await readStart(received);
    // Its end says what form it has.
    const name = /\.\w+$/.test(title) ? title : baseName(uri);
    const { counts: _, ...description } = await describeUpload(name, Buffer.concat(start));
    const id = newId('art');
    const writer = await artifacts.create({
      ...description,
      title,
      id,
      form: description.type === 'file' ? formOfFile(description) : null,
      createdAt: new Date(nowMs()).toISOString(),
      origin: 'tool',
      tool,
      arguments: { uri },
      author: { id: member.id, name: member.name },
      runId: null,
      toolCallId: null,
      conversationId: conversation.id,
      durationMs: null,
      stderrLines: [],
      dimensions: null,
      changes: [],
    });
    try {
      for (const chunk of start) await writer.write(chunk);
      for (let next = await received.next(); !next.done; next = await received.next()) {
        await writer.write(next.value);
      }
      const { byteLength } = await writer.publish({ stderrLines: [] });
      const ending = description.type === 'image' ? await inspectStored(artifacts, id, byteLength) : {};
      await writer.complete(expiryAfter(await artifacts.readClock(), await readLifetime()), ending);
      return id;
    } catch (error) {
      await writer.abort();
      throw error;
    }
  } finally {
    // What was put aside of it is closed.
    await received.return?.();
  }
}
