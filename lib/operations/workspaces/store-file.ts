import { VitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { expiryAfter } from '#lib/core/vocabulary/lifetime.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { formOfFile } from '#lib/split/form.ts';
import { describeFile } from '#lib/tools/file-description.ts';
import { openWorkspaceFile } from '#lib/tools/open-workspace-file.ts';
import { throwAsAnswer, workspaceGone } from './workspace-answer.ts';

/**
 * Stores a file of a conversation's workspace, as it is now, as an artifact for people: nothing is sent to
 * the model or recorded in the ledger.
 * @throws VitrineError `not_found` where there is no such file, `invalid_request` where the path leaves the
 * workspace, `not_possible` where the workspace is gone or the file cannot be read; `not_text`
 */
export async function storeFile(
  services: Services,
  member: Member,
  conversation: Conversation,
  path: string,
): Promise<string> {
  const { stores, nowMs } = services;
  const workspace = await services.workspaces.of(conversation);
  if (workspace === null) throw workspaceGone();
  // Programs often print whole paths.
  const inside = path.startsWith(`${workspace.root}/`) ? path.slice(workspace.root.length + 1) : path;
  const file = await openWorkspaceFile(workspace, inside).catch(throwAsAnswer);
  if (file.encoding === null) {
    await file.close();
    throw new VitrineError('not_text', 'Only a text file can be opened at a line.');
  }
  const { counts: _, ...description } = describeFile(file.path, 1, null);
  const id = services.newId('art');
  const writer = await stores.artifacts.create({
    ...description,
    form: formOfFile(description),
    id,
    createdAt: new Date(nowMs()).toISOString(),
    tool: 'open_file',
    arguments: { path: file.path },
    author: { id: member.id, name: member.name },
    origin: 'tool',
    runId: null,
    toolCallId: null,
    conversationId: conversation.id,
    durationMs: null,
    stderrLines: [],
    dimensions: null,
    changes: [],
  });
  try {
    for await (const chunk of file.utf8Chunks()) await writer.write(chunk);
    const clockMs = await stores.artifacts.readClock();
    await writer.complete(expiryAfter(clockMs, await services.readLifetime()));
  } catch (error) {
    await writer.abort();
    throw error;
  }
  return id;
}
