import { errorMessage, forbidden, notFound, VitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { answerContext, type CallEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { noModel } from '#lib/core/vocabulary/ledger/sums.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { approvalFor } from '#lib/core/vocabulary/tools/approval.ts';
import type { AppCall, AppCallAnswer } from '#lib/core/vocabulary/tools/mcp-app.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { Services } from '#lib/services.ts';
import { tokenizerName } from '#lib/split/tokenizer.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import { isTooDeep } from '#lib/tools/stored-arguments.ts';
import type { Tool } from '#lib/tools/tool-call.ts';
import type { MemberCall } from '../member-call.ts';
import { checkRate } from '../rate-limits.ts';

/**
 * Calls a tool for the page that shows an artifact, as the member who looks at it: a tool of the server of that page and
 * of no other, under the policy for it. The result is for the page alone, and costs the model nothing; the ledger has
 * that it was called.
 * @throws VitrineError `not_found`: the artifact has no page, or its server no such tool for pages, `forbidden`,
 * `not_possible`: the server failed, `too_many_requests`
 */
export async function callAppTool(
  { services, origin, member }: MemberCall,
  { artifact, conversation }: { artifact: ArtifactRecord; conversation: Conversation },
  { name, arguments: args, isApproved }: AppCall,
): Promise<AppCallAnswer> {
  const { app, state } = artifact.metadata;
  if (app === undefined || state === 'expired') throw notFound();
  await checkRate(services, origin, 'appCall', member.id);
  if (isTooDeep(args)) throw new VitrineError('invalid_request', 'The arguments are nested too deeply');
  const workspace = await services.workspaces.of(conversation);
  if (workspace === null)
    throw new VitrineError('not_possible', 'The workspace of this conversation is gone');
  const user = { memberId: member.id, workspace: workspace.name, root: workspace.root };
  const tool = await services.mcpServers.findForPage(user, app.server, name);
  if (tool === null) {
    throw new VitrineError('not_found', `${app.server} has no tool ${name} that its page may call`);
  }
  if ((await needsApproval(services, member, tool)) && !isApproved) return { status: 'asks' };
  const book = (isDone: boolean) =>
    record(services, member, conversation, artifact, { tool, server: app.server, isDone });
  try {
    const result = await tool.call(args, { audience: conversation.id, signal: origin.signal });
    await book(result.isError !== true);
    return { status: 'done', result };
  } catch (error) {
    await book(false);
    throw new VitrineError('not_possible', `${name} failed: ${errorMessage(error)}`, { cause: error });
  }
}

/** @throws VitrineError `forbidden` */
async function needsApproval(
  { approvalOfOther, readApprovals }: Pick<Services, 'approvalOfOther' | 'readApprovals'>,
  member: Member,
  { name, changesNothing }: Pick<Tool, 'name' | 'changesNothing'>,
): Promise<boolean> {
  switch (approvalFor(await readApprovals(), name, approvalOfOther({ name, changesNothing }))) {
    case 'auto':
      return false;
    case 'ask':
      return true;
    case 'ask_admins':
      if (!may(member, 'manage', { kind: 'team' })) throw forbidden(`Only an admin can run ${name} here`);
      return true;
    case 'deny':
      throw forbidden(`The team’s policy does not allow ${name}`);
  }
}

/** No model is called, and none reads anything of it, with or without a split. */
async function record(
  { ledger, newId, nowMs, log }: Services,
  member: Member,
  conversation: Conversation,
  { metadata }: ArtifactRecord,
  { tool, server, isDone }: { tool: Pick<Tool, 'name'>; server: string; isDone: boolean },
): Promise<void> {
  const entry: CallEntry = {
    ...answerContext,
    kind: 'call',
    id: newId('app'),
    timestamp: new Date(nowMs()).toISOString(),
    conversationId: conversation.id,
    conversationTitle: conversation.title,
    runId: metadata.runId ?? '',
    model: noModel.key,
    workspace: conversation.workspace,
    member: { id: member.id, name: member.name },
    purpose: 'app',
    server,
    toolCallId: metadata.toolCallId ?? '',
    stepId: null,
    toolName: tool.name,
    title: toolLabel(tool.name),
    artifactId: null,
    summarizer: null,
    level: 'off',
    widenedTokens: null,
    success: isDone,
    fullTokens: null,
    isEstimated: false,
    sentTokens: 0,
    tokenizer: tokenizerName,
    recalledTool: null,
    recalledKind: null,
    recalledArtifactId: null,
    recallAsk: null,
  };
  await ledger
    .record(entry)
    .catch((error: unknown) => log.warn({ err: error }, 'an app’s call was not recorded'));
}
