import { limits } from '../limits.ts';
import type { ArtifactMetadata } from '../vocabulary/artifact.ts';
import { attachmentMark } from '../vocabulary/attachment-mark.ts';
import { splitCitations } from '../vocabulary/citations.ts';
import { untitled } from '../vocabulary/conversation.ts';
import type { DurableEvent } from '../vocabulary/events.ts';
import type { SearchDocument } from '../vocabulary/search/search-document.ts';

/** What a part of a log changes of what people can find. */
export interface SearchableChange {
  put: SearchDocument[];
  /** IDs of documents. */
  remove: string[];
  /** Artifacts that somebody keeps or released. */
  kept: { id: string; isKept: boolean }[];
}

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

/**
 * @param artifacts those of `artifactsIn` and what came with them, as far as they exist
 */
export function searchableChange(
  conversationId: string,
  events: readonly DurableEvent[],
  artifacts: ReadonlyMap<string, ArtifactMetadata>,
): SearchableChange {
  // The last word on each counts.
  const documents = new Map<string, SearchDocument | null>();
  const kept = new Map<string, boolean>();
  const titleOf = (id: string) => artifacts.get(id)?.title ?? 'an artifact';
  for (const event of events) {
    for (const [id, document] of messageChange(conversationId, event, titleOf)) documents.set(id, document);
    for (const id of ownArtifacts(event)) {
      const metadata = artifacts.get(id);
      const parts = (metadata?.parts ?? []).map(({ artifactId }) => artifacts.get(artifactId));
      for (const one of [metadata, ...parts]) {
        if (one?.conversationId === conversationId) documents.set(one.id, artifactDocument(one));
      }
    }
    if (event.type === 'artifact.kept' || event.type === 'artifact.released') {
      kept.set(event.data.artifactId, event.type === 'artifact.kept');
    }
  }
  return {
    put: [...documents.values()].filter((document) => document !== null),
    remove: [...documents].flatMap(([id, document]) => (document === null ? [id] : [])),
    kept: [...kept].map(([id, isKept]) => ({ id, isKept })),
  };
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
        ...{ id, kind: 'conversation', conversationId: id, text: title, timestamp, by },
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
      return [event.data.artifactId];
    default:
      return [];
  }
}

type Changed = [id: string, document: SearchDocument | null][];

/** What is said in the thread of a sub-agent is found by its artifacts only: it has no address of its own. */
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
    case 'message.edited':
      return message(event.data.messageId, withoutMarks(event.data.content), event.data.by);
    case 'assistant.message':
      return message(event.data.messageId, shownText(event.data.content, titleOf), null);
    case 'message.withdrawn':
    case 'message.deleted':
      return [[event.data.messageId, null]];
    default:
      return [];
  }
}

/** `null`: there are no words. */
function messageDocument(
  message: Pick<SearchDocument, 'id' | 'conversationId' | 'text' | 'timestamp' | 'by'>,
): SearchDocument | null {
  const text = message.text.slice(0, limits.searchableCharacters).trim();
  const facets = [...facetsOf('message', message.conversationId), `by:${message.by?.id ?? 'agent'}`];
  return text === '' ? null : { ...message, kind: 'message', text, facets };
}

function artifactDocument(metadata: ArtifactMetadata): SearchDocument {
  const { id, conversationId, title, tool, author, createdAt } = metadata;
  const call = JSON.stringify(metadata.arguments).slice(0, limits.labelCharacters);
  return {
    ...{ id, kind: 'artifact', conversationId, timestamp: createdAt, by: author },
    text: [title, tool, call].join(' '),
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

/** Markdown without its syntax, with each cited artifact by its title, since nobody knows one by its ID. */
const shownText = (markdown: string, titleOf: (artifactId: string) => string): string =>
  splitCitations(markdown)
    .map((piece) =>
      typeof piece === 'string'
        ? piece.replaceAll('`', '').replace(/\\([!-/:-@[-`{-~])/g, '$1')
        : titleOf(piece.artifactId),
    )
    .join('');
