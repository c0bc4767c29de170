import { useSyncExternalStore } from 'react';
import { newClientMessageId } from '#components/ui/new-client-message-id.ts';
import { type RequestFailure, sendJson } from '#components/ui/request-json.ts';
import { formatLineRange, type LineRange } from '#lib/core/algorithms/lines/lines.ts';
import { pageLimits } from '#lib/core/page-limits.ts';

/** A comment on lines of a diff that was not sent yet. */
export interface DraftComment {
  id: string;
  artifactId: string;
  lines: LineRange;
  text: string;
  /** It is being written. */
  isOpen: boolean;
  /** Its text before it was opened again; `null`: it is new. */
  before: string | null;
}

interface ReviewDraft {
  comments: readonly DraftComment[];
  /** What was sent and not answered yet: the same again, under the same ID, sends nothing twice. */
  attempt: { clientMessageId: string; body: string } | null;
}

const keyOf = (conversationId: string) => `vitrine-review:${conversationId}`;
const empty: ReviewDraft = { comments: [], attempt: null };
const known = new Map<string, ReviewDraft>();
const listeners = new Set<() => void>();

function read(conversationId: string): ReviewDraft {
  const before = known.get(conversationId);
  if (before) return before;
  const draft = readStored(conversationId);
  known.set(conversationId, draft);
  return draft;
}

/** What is not a draft any more is none. */
function readStored(conversationId: string): ReviewDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(conversationId)) ?? 'null') as ReviewDraft | null;
    if (!Array.isArray(stored?.comments)) return empty;
    // A field that was left empty is not opened again.
    return { ...stored, comments: stored.comments.filter(({ text }) => text !== '') };
  } catch {
    return empty;
  }
}

/** Stored for this tab, so that a reload or navigation loses nothing. */
function write(
  conversationId: string,
  comments: readonly DraftComment[],
  attempt = read(conversationId).attempt,
): void {
  const draft = comments.length === 0 ? empty : { comments, attempt };
  known.set(conversationId, draft);
  try {
    if (comments.length === 0) sessionStorage.removeItem(keyOf(conversationId));
    else sessionStorage.setItem(keyOf(conversationId), JSON.stringify(draft));
  } catch {
    // The tab's storage is full: the draft lives as long as the page.
  }
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Comments of a conversation's next review. */
export function useReviewDraft(conversationId: string) {
  const { comments } = useSyncExternalStore(
    subscribe,
    () => read(conversationId),
    () => empty,
  );
  const change = (id: string, next: Partial<DraftComment>) =>
    write(
      conversationId,
      read(conversationId).comments.map((comment) => (comment.id === id ? { ...comment, ...next } : comment)),
    );
  const remove = (id: string) =>
    write(
      conversationId,
      read(conversationId).comments.filter((comment) => comment.id !== id),
    );
  return {
    comments,
    isFull: comments.length >= pageLimits.reviewComments,
    begin(artifactId: string, lines: LineRange) {
      const { comments: present } = read(conversationId);
      const isOpenHere = present.some(
        (other) => other.isOpen && other.artifactId === artifactId && other.lines.to === lines.to,
      );
      if (isOpenHere || present.length >= pageLimits.reviewComments) return;
      write(conversationId, [
        ...present,
        { id: newClientMessageId(), artifactId, lines, text: '', isOpen: true, before: null },
      ]);
    },
    reopen: (comment: DraftComment) => change(comment.id, { isOpen: true, before: comment.text }),
    /** What was written since it was opened is gone; one that was never closed goes whole. */
    cancel({ id, before }: DraftComment) {
      if (before === null) remove(id);
      else change(id, { isOpen: false, text: before });
    },
    change,
    remove,
    clear: () => write(conversationId, [], null),
    /** One that has no text is gone with its field. */
    close(id: string) {
      const written = read(conversationId)
        .comments.find((comment) => comment.id === id)
        ?.text.trim();
      if (written) change(id, { isOpen: false, text: written });
      else remove(id);
    },
    /** @returns why they were not sent; `null`: they were */
    async send(): Promise<RequestFailure | null> {
      const { comments: present, attempt: last } = read(conversationId);
      const sent = present.filter(({ text }) => text.trim() !== '');
      const body = JSON.stringify(
        sent.map(({ artifactId, lines, text }) => ({ artifactId, lines: formatLineRange(lines), text })),
      );
      const attempt = last?.body === body ? last : { clientMessageId: newClientMessageId(), body };
      write(conversationId, present, attempt);
      const { clientMessageId } = attempt;
      const result = await sendJson('POST', `/api/conversations/${conversationId}/reviews`, {
        clientMessageId,
        comments: JSON.parse(body) as unknown,
      });
      if (!result.ok) return result;
      // What was added or changed meanwhile stays.
      const isSent = (comment: DraftComment) =>
        sent.some(({ id, text }) => id === comment.id && text === comment.text);
      write(
        conversationId,
        read(conversationId).comments.filter((comment) => !isSent(comment)),
        null,
      );
      return null;
    },
  };
}

export type Review = ReturnType<typeof useReviewDraft>;
