import { cutText } from '../core/algorithms/text/cut-text.ts';
import type { AssistantItem, ThreadItem, UserItem } from '../core/conversation/thread-items.ts';
import { limits } from '../core/limits.ts';
import { plainName } from './name-speakers.ts';

/**
 * What people wrote to one another, as lines before the next message to the agent, by that message's ID: the
 * latest ones, within a bound. What the model has read does not grow later: what follows it comes before the
 * message after it.
 */
export function teamLines(items: readonly ThreadItem[]): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, readonly string[]>();
  let untold: UserItem[] = [];
  for (const item of items) {
    if (item.kind !== 'user') continue;
    if (item.runId === null) {
      if (!item.isDeleted) untold.push(item);
      continue;
    }
    if (untold.length > 0) lines.set(item.messageId, linesOf(untold));
    untold = [];
  }
  return lines;
}

function linesOf(messages: readonly UserItem[]): string[] {
  const lines: string[] = [];
  let characters = 0;
  for (const { author, content } of messages.toReversed()) {
    const line = `[[team: ${plainName(author.name)}: ${onOneLine(content, limits.teamLineCharacters)}]]`;
    characters += line.length;
    if (characters > limits.teamLinesCharacters) break;
    lines.unshift(line);
  }
  const omitted = messages.length - lines.length;
  return omitted === 0 ? lines : [`[[team: ${omitted} earlier messages are left out]]`, ...lines];
}

/** The line that says which message a person answers. */
export const replyLine = (quoted: UserItem | AssistantItem): string => {
  const name = quoted.kind === 'user' ? plainName(quoted.author.name) : 'you';
  return `[[reply: to ${name}: ${onOneLine(quoted.content, limits.replyLineCharacters)}]]`;
};

/** A person's words must not begin a line of their own. */
const onOneLine = (text: string, maxCharacters: number): string =>
  cutText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), maxCharacters);
