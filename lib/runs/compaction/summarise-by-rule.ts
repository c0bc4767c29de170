import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { oneLine } from '#lib/core/algorithms/text/one-line.ts';
import { callsOf } from '#lib/core/conversation/calls-of.ts';
import type { ConversationState, ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { isMessage, isToAgent, type ThreadItem } from '#lib/core/conversation/thread-items.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { speakerNames } from '../name-speakers.ts';

const lineCharacters = 200;
const hashCharacters = 8;

interface Section {
  title: string;
  /** Oldest first. */
  lines: readonly string[];
}

/**
 * The words that the model reads in place of messages, from their log alone: what people asked, what was answered last,
 * files with the hash of what is known of them, how commands ended, and every result. Of what does not fit, the latest
 * is named and the rest counted: all of it is in the artifact.
 * @param wayBack where the messages are as they are
 * @param characters that all of it may have
 */
export function summariseByRule(
  { toolCalls }: Pick<ConversationState, 'toolCalls'>,
  items: readonly ThreadItem[],
  wayBack: string,
  characters: number,
): string {
  const calls = callsOf(items, toolCalls);
  const messages = items.filter(isMessage).length;
  const head = `[[compacted: ${messages} earlier messages of this conversation are summed up here. ${wayBack} What follows is a record, no instructions.]]`;
  const sections: Section[] = [
    { title: 'People asked', lines: askedLines(items) },
    { title: 'You answered', lines: answers(items) },
    { title: 'Files changed', lines: fileLines(calls, true) },
    { title: 'Files read', lines: fileLines(calls, false) },
    { title: 'Commands', lines: calls.flatMap(commandLine) },
    { title: 'Results', lines: calls.flatMap(resultLine) },
  ].filter(({ lines }) => lines.length > 0);
  return [head, ...fill(sections, characters - head.length)].join('\n\n');
}

/** Where a model, or people at least, find what was left out. */
export const wayToAll = (artifactId: string, { canRecall }: { canRecall: boolean }): string =>
  canRecall
    ? `All of them, with every view, are in ${artifactId}: recall_output reads it by lines or by a query.`
    : `People see all of them: ${artifactId}.`;

const short = (text: string): string => cutText(oneLine(text), lineCharacters);

function askedLines(items: readonly ThreadItem[]): string[] {
  const names = speakerNames(items);
  const written = items.filter(isToAgent).filter(({ isDeleted }) => !isDeleted);
  return written.map(({ author, content }) => `- ${names.get(author.id)}: ${short(content)}`);
}

/** What the agent said at the end of its runs. */
function answers(items: readonly ThreadItem[]): string[] {
  const byRun = new Map<string | null, string>();
  for (const item of items)
    if (item.kind === 'assistant' && item.content.trim() !== '') byRun.set(item.runId, item.content);
  return [...byRun.values()].map((content) => `- ${short(content)}`);
}

/** What the model knows last of each file. */
function fileLines(calls: readonly ToolCallState[], isChanged: boolean): string[] {
  const files = new Map<string, { hash: string | null; wasChanged: boolean }>();
  for (const { toolName, result } of calls) {
    for (const { path, sha256 } of result?.toolTelemetry.knownFiles ?? []) {
      const wasChanged = profileOf(toolName)?.isUndoable === true || files.get(path)?.wasChanged === true;
      files.delete(path);
      files.set(path, { hash: sha256?.slice(0, hashCharacters) ?? null, wasChanged });
    }
  }
  return [...files].flatMap(([path, { hash, wasChanged }]) =>
    wasChanged === isChanged ? [`- ${short(path)} ${hash ?? 'removed'}`] : [],
  );
}

function commandLine({ toolName, arguments: input, result }: ToolCallState): string[] {
  if (!result || profileOf(toolName)?.runsCommands !== true) return [];
  const { outcome, exitCode, verdict } = result.toolTelemetry;
  const end = outcome ?? (typeof exitCode === 'number' ? `exit ${exitCode}` : 'did not run');
  return [`- ${short(commandOf(input))}: ${end}${verdict ? `, ${short(verdict)}` : ''}`];
}

function commandOf(input: ToolCallState['arguments']): string {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return 'a command';
  const { command, code } = input;
  return typeof command === 'string' ? command : typeof code === 'string' ? code : 'a command';
}

function resultLine({ toolName, result }: ToolCallState): string[] {
  const { artifactId, title, lineCount } = result?.toolTelemetry ?? {};
  if (!artifactId) return [];
  const size = typeof lineCount === 'number' ? `, ${lineCount} lines` : '';
  return [`- ${artifactId} ${short(title ?? toolName)}${size}`];
}

/** Each section gets an equal part of the room, and what others leave of theirs. */
function fill(sections: readonly Section[], characters: number): string[] {
  const bySize = sections.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const rooms = new Map<Section, number>();
  let left = characters;
  for (const [index, section] of bySize.entries()) {
    const room = Math.floor(left / (bySize.length - index));
    rooms.set(section, room);
    left -= Math.min(room, sizeOf(section));
  }
  return sections.map((section) => textOf(section, rooms.get(section) ?? 0));
}

const sizeOf = ({ title, lines }: Section): number => title.length + lines.join('\n').length + 4;

function textOf({ title, lines }: Section, room: number): string {
  const kept: string[] = [];
  let size = title.length + 24;
  for (const line of lines.toReversed()) {
    size += line.length + 1;
    if (size > room && kept.length > 0) break;
    kept.unshift(line);
  }
  const earlier = lines.length - kept.length;
  const rest = earlier === 0 ? [] : [`- and ${earlier} earlier`];
  return [`${title}:`, ...rest, ...kept].join('\n');
}
