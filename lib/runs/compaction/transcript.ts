import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { AssistantItem, ThreadItem, UserItem } from '#lib/core/conversation/thread-items.ts';
import { plainName } from '../name-speakers.ts';

/**
 * Messages as the model read them, for people to read and the model to recall: what was said, each call with its view, and
 * the IDs of what was stored. Attachments are artifacts of their own, so they are named only.
 */
export const transcriptOf = (
  { toolCalls }: Pick<ConversationState, 'toolCalls'>,
  items: readonly ThreadItem[],
): string =>
  items
    .flatMap((item) => {
      if (item.kind === 'user') return [personText(item)];
      return item.kind === 'assistant' ? [agentText(item, toolCalls)] : [];
    })
    .join('\n\n');

function personText({ author, content, attachments, isDeleted, timestamp, runId }: UserItem): string {
  const audience = runId === null ? ', to the team' : '';
  const attached = attachments.map(({ textArtifactId, title }) => `[attached: ${textArtifactId} ${title}]`);
  const words = isDeleted ? '[This message was deleted by its author.]' : content;
  return [`== ${plainName(author.name)}${audience}, ${timestamp}`, ...attached, words].join('\n');
}

function agentText(
  { content, toolRequests, timestamp }: AssistantItem,
  toolCalls: ConversationState['toolCalls'],
): string {
  const calls = toolRequests.map(({ toolCallId, name, arguments: input }) => {
    const result = toolCalls[toolCallId]?.result;
    const head = `-- ${name} ${JSON.stringify(input)}`;
    if (!result) return `${head}\n[it did not run]`;
    const { artifactId } = result.toolTelemetry;
    const all = artifactId === null ? [] : [`[all of it: ${artifactId}]`];
    return [head, result.result?.content ?? '', ...all].join('\n');
  });
  return [`== Agent, ${timestamp}`, ...(content === '' ? [] : [content]), ...calls].join('\n');
}
