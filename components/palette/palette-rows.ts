import { foldCase } from '#lib/core/algorithms/text/fold-case.ts';
import type { NothingFound } from '#lib/core/api/nothing-found.ts';
import type { SearchResults } from '#lib/core/api/search-results.ts';
import { searchWords } from '#lib/core/vocabulary/search/search-terms.ts';
import type { PaletteCommand } from './palette-commands.ts';

export const paletteKinds = ['conversation', 'message', 'artifact', 'person', 'command'] as const;
export type PaletteKind = (typeof paletteKinds)[number];

/** The name of a group, and of the button that narrows to it. */
export const kindNames: Readonly<Record<PaletteKind, string>> = {
  conversation: 'Conversations',
  message: 'Messages',
  artifact: 'Artifacts',
  person: 'People',
  command: 'Commands',
};

/** Something that can be chosen. Its key is unique among all rows. */
export type PaletteRow = { key: string } & (
  | {
      kind: 'conversation';
      result: Pick<SearchResults['conversations'][number], 'id' | 'title' | 'isPrivate' | 'updatedAt'>;
      /** Absent: it is not shown. */
      unreadCount?: number;
    }
  | { kind: 'message'; result: SearchResults['messages'][number] }
  | { kind: 'artifact'; result: SearchResults['artifacts'][number] }
  | { kind: 'person'; result: SearchResults['people'][number] }
  | { kind: 'command'; command: PaletteCommand }
  | { kind: 'spelling'; result: Spelling }
);

/** Other words, and what they find. */
type Spelling = NonNullable<NothingFound['spelling']>;

export interface PaletteGroup {
  name: string;
  rows: PaletteRow[];
}

/**
 * The rows in their groups; groups without rows are left out.
 * @param kind only this one; `null`: all
 * @param spelling to be tried; `null`: there is none
 */
export function paletteGroups(
  results: Pick<SearchResults, 'conversations' | 'messages' | 'artifacts' | 'people'>,
  commands: readonly PaletteCommand[],
  kind: PaletteKind | null,
  spelling: Spelling | null,
): PaletteGroup[] {
  const { conversations, messages, artifacts, people } = results;
  const rows: Record<PaletteKind, PaletteRow[]> = {
    conversation: conversations.map((result) => ({ key: result.id, kind: 'conversation', result })),
    message: messages.map((result) => ({
      key: `${result.conversationId}:${result.messageId}`,
      kind: 'message',
      result,
    })),
    artifact: artifacts.map(artifactRow),
    person: people.map((result) => ({ key: result.id, kind: 'person', result })),
    command: commands.map(commandRow),
  };
  const found = paletteKinds
    .filter((one) => (kind === null || one === kind) && rows[one].length > 0)
    .map((one) => ({ name: kindNames[one], rows: rows[one] }));
  if (spelling === null) return found;
  return [
    { name: 'Did you mean', rows: [{ key: 'spelling', kind: 'spelling', result: spelling }] },
    ...found,
  ];
}

export const artifactRow = (result: SearchResults['artifacts'][number]): PaletteRow => ({
  key: result.artifactId,
  kind: 'artifact',
  result,
});

export const commandRow = (command: PaletteCommand): PaletteRow => ({
  key: command.title,
  kind: 'command',
  command,
});

/** Those whose title has every word of the query. */
export function findCommands(commands: readonly PaletteCommand[], query: string): PaletteCommand[] {
  const words = searchWords(query);
  return commands.filter(({ title }) => words.every((word) => foldCase(title).includes(word)));
}
