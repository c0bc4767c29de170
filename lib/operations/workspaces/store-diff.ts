import { VitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { expiryAfter } from '#lib/core/vocabulary/lifetime.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { inWorktree, requireRepository } from './worktree-of.ts';

/**
 * Stores the changes of a conversation's worktree, or of the workspace that it shares, as an artifact for people: nothing is sent to the model or
 * recorded in the ledger.
 * @throws VitrineError `not_found`; `not_possible` where nothing has changed or commands are off
 */
export async function storeDiff(
  services: Services,
  member: Member,
  conversation: Conversation,
): Promise<string> {
  const { tree, branch, base } = await requireRepository(services, conversation);
  const { stores, worktrees, nowMs } = services;
  const id = services.newId('art');
  const writer = await stores.artifacts.create({
    id,
    type: 'diff',
    form: null,
    title: `All changes in ${tree.shared === null ? 'the worktree of ' : ''}${conversation.workspace}`,
    mimeType: 'text/plain',
    firstLine: 1,
    createdAt: new Date(nowMs()).toISOString(),
    tool: 'git diff',
    arguments: { ...(branch === null ? {} : { branch }), base },
    author: { id: member.id, name: member.name },
    origin: 'tool',
    runId: null,
    toolCallId: null,
    conversationId: conversation.id,
    exitCode: null,
    durationMs: null,
    stderrLines: [],
    dimensions: null,
    changes: [],
    language: 'diff',
    files: [],
  });
  try {
    let isEmpty = true;
    await inWorktree(() =>
      worktrees.describe(tree, base, async (bytes) => {
        isEmpty &&= bytes.byteLength === 0;
        await writer.write(bytes);
      }),
    );
    if (isEmpty) throw new VitrineError('not_possible', 'Nothing has changed yet.');
    const clockMs = await stores.artifacts.readClock();
    await writer.complete(expiryAfter(clockMs, await services.readLifetime()));
  } catch (error) {
    await writer.abort();
    throw error;
  }
  return id;
}
