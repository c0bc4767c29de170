import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { oneLine } from '#lib/core/algorithms/text/one-line.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { allItems } from '#lib/core/conversation/thread-tree.ts';
import { untitled } from '#lib/core/vocabulary/conversation.ts';

const subjectCharacters = 72;
const bodyCharacters = 600;

/**
 * A commit message to start from: the title of the conversation, and what the agent said last, up to its first block of
 * code. No model is asked.
 */
export function draftMessage(title: string, { tree }: Pick<ConversationState, 'tree'>): string {
  const answer = allItems(tree).findLast((item) => item.kind === 'assistant' && item.content.trim() !== '');
  const content = answer?.kind === 'assistant' ? answer.content : '';
  const [words = ''] = content.split(/^ {0,3}(?:```|~~~)/m, 1);
  const body = words.trim();
  const cut =
    body.length > bodyCharacters ? `${cutText(body, bodyCharacters).replace(/\s\S*$/, '')} …` : body;
  const subject = oneLine(title === untitled ? '' : title);
  const head = subject.length > subjectCharacters ? `${cutText(subject, subjectCharacters - 2)} …` : subject;
  return [head, cut].filter((part) => part !== '').join('\n\n');
}
