import { oneLine } from '#lib/core/algorithms/text/one-line.ts';
import {
  artifactsOf,
  type ConversationState,
  type SubAgentState,
  type ToolCallState,
} from '#lib/core/conversation/conversation-state.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { subAgentsOf } from '#lib/core/conversation/sub-agent-thread.ts';
import type { ThreadItem, UserItem } from '#lib/core/conversation/thread-items.ts';
import type { Attachment } from '#lib/core/vocabulary/events.ts';
import type { ConversationExport, ExportedArtifact } from './export-conversation.ts';

/**
 * A conversation as Markdown: messages as quotes, tool results as the model read them in fences. Content of a
 * message or a result cannot break out of its quote or fence.
 */
export function conversationMarkdown({ conversation, events, artifacts }: ConversationExport): string {
  const state = reduceEvents(events);
  const byId = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
  const blocks = state.items.flatMap((item) => itemBlocks(item, 'Agent', state, byId));
  const head = `${plain(conversation.workspace)} · ${plain(conversation.model)} · started by ${plain(conversation.createdBy.name)}, ${conversation.createdAt}`;
  return `${[`# ${plain(conversation.title)}`, head, ...blocks].join('\n\n')}\n`;
}

type Artifacts = ReadonlyMap<string, ExportedArtifact>;

/** @param agentName who answers in the thread that it is of */
function itemBlocks(
  item: ThreadItem,
  agentName: string,
  state: ConversationState,
  byId: Artifacts,
): string[] {
  switch (item.kind) {
    case 'user':
      return [
        `## ${plain(item.author.name)} · ${item.timestamp}`,
        quote(item.content),
        ...attachmentLines(item, byId),
      ];
    case 'notice':
      return [quote(`The run ended: ${item.outcome}. ${item.error?.message ?? ''}`)];
    case 'continuation': {
      const run = state.runs[item.runId];
      return [
        quote(`The run was continued${run && !run.isAutomatic ? ` by ${plain(run.askedBy.name)}` : ''}.`),
      ];
    }
    case 'client_call': {
      const call = state.toolCalls[item.toolCallId];
      return [`## ${plain(item.client)} · ${item.timestamp}`, ...(call ? callBlocks(call, state, byId) : [])];
    }
    case 'assistant': {
      const calls = item.toolRequests.map(({ toolCallId }) => state.toolCalls[toolCallId]);
      return [
        `## ${plain(agentName)} · ${item.timestamp}`,
        ...(item.content === '' ? [] : [quote(item.content)]),
        ...calls.flatMap((call) => (call ? callBlocks(call, state, byId) : [])),
      ];
    }
  }
}

const attachmentLines = ({ attachments }: UserItem, byId: Artifacts): string[] =>
  attachments.length === 0 ? [] : [attachments.map((one) => artifactLine(shownIdOf(one), byId)).join('\n')];

/** Of a view, all of what it is a view of. */
const shownIdOf = ({ as, artifactId, textArtifactId }: Attachment): string =>
  as === 'view' ? artifactId : textArtifactId;

function callBlocks(call: ToolCallState, state: ConversationState, byId: Artifacts): string[] {
  const view = call.result?.result?.content;
  const shown = artifactsOf(call).map((id) => artifactLine(id, byId));
  return [
    `### ${plain(call.toolName)}`,
    fence(JSON.stringify(call.arguments, null, 2), 'json'),
    ...(view === undefined ? [] : [fence(view, 'text')]),
    ...(shown.length === 0 ? [] : [shown.join('\n')]),
    ...subAgentsOf(state, call.toolCallId).flatMap((agent) => subAgentBlocks(agent, state, byId)),
  ];
}

/** The whole thread of a sub-agent, before what the agent says next. */
function subAgentBlocks(agent: SubAgentState, state: ConversationState, byId: Artifacts): string[] {
  const name = `Sub-agent ${agent.agentName}`;
  const steps = agent.thread.items.filter(({ kind }) => kind === 'assistant');
  const { end } = agent;
  return [
    `## ${plain(name)} gets a task · ${agent.startedAt}`,
    quote(agent.task),
    ...steps.flatMap((item) => itemBlocks(item, name, state, byId)),
    ...(end === null || end.outcome === 'completed'
      ? []
      : [quote(`${name} ended: ${end.outcome}. ${end.error ?? ''}`)]),
  ];
}

function artifactLine(id: string, byId: Artifacts): string {
  const artifact = byId.get(id);
  if (!artifact) return `- \`${id}\``;
  const { title, sha256, byteLength, state } = artifact;
  const hash = sha256 === null ? '' : `, SHA-256 \`${sha256}\``;
  return `- ${plain(title)} \`${id}\`, ${byteLength} bytes${hash}, ${state}`;
}

/** Escapes text for a Markdown line: no character of it is read as Markdown or HTML. */
const plain = (text: string): string =>
  oneLine(text.replace(/[\p{Cc}\u2028\u2029]/gu, '\n')).replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** A fence, comment or HTML block that the text leaves open ends with the quote. */
const quote = (text: string): string =>
  text
    .trim()
    .split(/\r\n|[\r\n]/)
    .map((line) => `> ${line}`)
    .join('\n');

/**
 * Uses a fence one character longer than any run inside, and normalizes line ends that only some readers
 * know.
 */
function fence(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const marks = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `${marks}${language}\n${text}\n${marks}`;
}
