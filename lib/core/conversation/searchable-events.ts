import { limits } from '../limits.ts';
import type { ArtifactMetadata } from '../vocabulary/artifact.ts';
import { attachmentMark } from '../vocabulary/attachment-mark.ts';
import { splitCitations } from '../vocabulary/citations.ts';
import { untitled } from '../vocabulary/conversation.ts';
import type { DurableEvent } from '../vocabulary/events.ts';
import type { SearchDocument } from '../vocabulary/search/search-document.ts';
import { searchableText } from '../vocabulary/search/search-terms.ts';
import { reduceEvents } from './reduce-events.ts';
import { saidItem } from './thread-tree.ts';

/** What a part of a log changes of what people can find. */
export interface SearchableChange {
  put: SearchDocument[];
  /** IDs of documents; none of them is among `put`. */
  remove: string[];
  /** Artifacts, and whether somebody keeps them. */
  kept: { id: string; isKept: boolean }[];
}

/** What is known of an artifact besides the log. */
export interface IndexedArtifact {
  metadata: ArtifactMetadata;
  isKept: boolean;
}

/**
 * Whether a part of a log changes messages of an earlier one, or of itself. Such events say what somebody asked
 * for: whether it came in time, only the whole log says.
 */
export const changesMessages = (events: readonly DurableEvent[]): boolean => events.some(isMessageChange);

const isMessageChange = ({ type }: DurableEvent): boolean =>
  type === 'message.edited' || type === 'message.withdrawn' || type === 'message.deleted';

/** The artifacts that a part of a log has, not counting what came with them, and those that its messages name. */
export function artifactsIn(events: readonly DurableEvent[]): { own: Set<string>; named: Set<string> } {
  const own = new Set<string>();
  const named = new Set<string>();
  for (const event of events) {
    for (const id of ownArtifacts(event)) own.add(id);
    if (event.type !== 'assistant.message') continue;
    for (const piece of splitCitations(event.data.content)) {
      if (typeof piece !== 'string') named.add(piece.artifactId);
    }
  }
  return { own, named };
}

const isSwitch = ({ type }: DurableEvent): boolean =>
  type === 'artifact.kept' || type === 'artifact.released';

interface Sources {
  /** Those of `artifactsIn` and what came with them, as far as they exist. */
  artifacts: ReadonlyMap<string, IndexedArtifact>;
  /** The whole log; `null`: the part changes no messages. */
  log: readonly DurableEvent[] | null;
}

export function searchableChange(
  conversationId: string,
  events: readonly DurableEvent[],
  { artifacts, log }: Sources,
): SearchableChange {
  // The last word on each counts.
  const documents = new Map<string, SearchDocument | null>();
  /** Those that somebody keeps from now on, or does not any longer. */
  const switched: string[] = [];
  const ownOf = (id: string): IndexedArtifact | null => {
    const artifact = artifacts.get(id);
    return artifact?.metadata.conversationId === conversationId ? artifact : null;
  };
  // One of another conversation may be a secret of that one.
  const titleOf = (id: string) => ownOf(id)?.metadata.title ?? 'an artifact';
  for (const event of events) {
    for (const [id, document] of messageChange(conversationId, event, titleOf)) documents.set(id, document);
    // Whether an edit came in time, the whole log says.
    if (event.type === 'message.edited') continue;
    for (const id of ownArtifacts(event)) {
      const parts = ownOf(id)?.metadata.parts ?? [];
      for (const one of [id, ...parts.map(({ artifactId }) => artifactId)]) {
        const artifact = ownOf(one);
        if (!artifact) continue;
        // Its document stays where it is in the order: that of when it was made.
        if (isSwitch(event)) switched.push(one);
        else documents.set(one, artifactDocument(artifact.metadata));
      }
    }
  }
  if (log !== null) {
    for (const [id, document] of changedMessages(conversationId, events, { log, ownOf })) {
      documents.set(id, document);
    }
  }
  const put = [...documents.values()].filter((document) => document !== null);
  return {
    put,
    remove: [...documents].flatMap(([id, document]) => (document === null ? [id] : [])),
    kept: [
      ...new Set([...put.filter(({ kind }) => kind === 'artifact').map(({ id }) => id), ...switched]),
    ].map((id) => ({ id, isKept: ownOf(id)?.isKept === true })),
  };
}

/** The messages that a part of the log changes, as the whole log has them; what was attached to one that is gone is gone too. */
function changedMessages(
  conversationId: string,
  events: readonly DurableEvent[],
  { log, ownOf }: { log: readonly DurableEvent[]; ownOf: (id: string) => IndexedArtifact | null },
): Changed {
  const { tree, queued } = reduceEvents(log);
  const queuedMessages = queued.filter((item) => item.kind === 'user');
  return events.flatMap((event): Changed => {
    if (!isMessageChange(event) || !('messageId' in event.data)) return [];
    const messageId = String(event.data.messageId);
    const item = saidItem(tree, messageId) ?? queuedMessages.find((one) => one.messageId === messageId);
    if (item?.kind === 'user' && !item.isDeleted) {
      const { content, author, timestamp } = item;
      const text = withoutMarks(content);
      const attached = item.attachments.flatMap(({ artifactId }): Changed => {
        const artifact = ownOf(artifactId);
        return artifact ? [[artifactId, artifactDocument(artifact.metadata)]] : [];
      });
      return [
        [messageId, messageDocument({ id: messageId, conversationId, text, timestamp, by: author })],
        ...attached,
      ];
    }
    const attached = log.flatMap((one) =>
      'messageId' in one.data && one.data.messageId === messageId ? ownArtifacts(one) : [],
    );
    return [messageId, ...attached].map((id) => [id, null]);
  });
}

/** The title of a conversation as it can be found; `null`: it has none yet. */
export function titleDocument(
  id: string,
  title: string,
  { timestamp, by }: Pick<SearchDocument, 'timestamp' | 'by'>,
): SearchDocument | null {
  return title === untitled
    ? null
    : {
        ...{ id, kind: 'conversation', conversationId: id, text: searchableText(title), timestamp, by },
        facets: facetsOf('conversation', id),
      };
}

function ownArtifacts(event: DurableEvent): string[] {
  switch (event.type) {
    case 'user.message':
      return event.data.attachments.map(({ artifactId }) => artifactId);
    case 'message.edited':
      return (event.data.attachments ?? []).map(({ artifactId }) => artifactId);
    case 'tool.execution_complete':
    case 'artifact.replaced':
      return event.data.toolTelemetry.artifactId === null ? [] : [event.data.toolTelemetry.artifactId];
    case 'session.compaction_complete':
    case 'session.truncation':
    case 'artifact.kept':
    case 'artifact.released':
      return [event.data.artifactId];
    default:
      return [];
  }
}

type Changed = [id: string, document: SearchDocument | null][];

/** Messages of sub-agents are left out: their threads have no addresses that a hit could open. */
function messageChange(
  conversationId: string,
  event: DurableEvent,
  titleOf: (artifactId: string) => string,
): Changed {
  if (event.parentId !== null) return [];
  const { timestamp } = event;
  const message = (messageId: string, text: string, by: SearchDocument['by']): Changed => [
    [messageId, messageDocument({ id: messageId, conversationId, text, timestamp, by })],
  ];
  switch (event.type) {
    case 'conversation.renamed':
      return [[conversationId, titleDocument(conversationId, event.data.title, { timestamp, by: null })]];
    case 'user.message':
      return message(event.data.messageId, withoutMarks(event.data.content), event.data.author);
    case 'assistant.message':
      return message(event.data.messageId, shownText(event.data.content, titleOf), null);
    default:
      return [];
  }
}

/** `null`: there are no words. */
function messageDocument(
  message: Pick<SearchDocument, 'id' | 'conversationId' | 'text' | 'timestamp' | 'by'>,
): SearchDocument | null {
  const text = searchableText(message.text.slice(0, limits.searchableCharacters)).trim();
  const facets = [...facetsOf('message', message.conversationId), `by:${message.by?.id ?? 'agent'}`];
  return text === '' ? null : { ...message, kind: 'message', text, facets };
}

function artifactDocument(metadata: ArtifactMetadata): SearchDocument {
  const { id, conversationId, title, tool, author, createdAt, byteLength } = metadata;
  const call = JSON.stringify(metadata.arguments).slice(0, limits.labelCharacters);
  return {
    ...{ id, kind: 'artifact', conversationId, timestamp: createdAt, by: author, byteLength },
    text: searchableText([title, tool, call].join(' ')),
    facets: [
      ...facetsOf('artifact', conversationId),
      `by:${author.id}`,
      `tool:${tool}`,
      `type:${metadata.form ?? metadata.type}`,
      `origin:${metadata.origin}`,
    ],
  };
}

const facetsOf = (kind: SearchDocument['kind'], conversationId: string): string[] => [
  `kind:${kind}`,
  `in:${conversationId}`,
];

const withoutMarks = (content: string): string => content.replaceAll(new RegExp(attachmentMark, 'g'), '');

/** The agent's text with each cited artifact by its title, since nobody knows one by its ID. */
const shownText = (markdown: string, titleOf: (artifactId: string) => string): string =>
  splitCitations(markdown)
    .map((piece) => (typeof piece === 'string' ? piece : titleOf(piece.artifactId)))
    .join('');
