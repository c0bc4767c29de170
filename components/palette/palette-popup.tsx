'use client';

import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, CircleX, Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import type { NothingFound } from '#lib/core/api/nothing-found.ts';
import type { SearchResults } from '#lib/core/api/search-results.ts';
import { pageLimits } from '#lib/core/page-limits.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { searchWords } from '#lib/core/vocabulary/search/search-terms.ts';
import type { SessionInfo } from '../layout/session-info.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useEffectOn } from '../ui/use-effect-on.ts';
import { isCommand } from '../ui/use-keys.ts';
import { optionId, PaletteList } from './palette-list.tsx';
import { formatResults } from './palette-option.tsx';
import {
  commandRow,
  kindNames,
  type PaletteGroup,
  type PaletteKind,
  type PaletteRow,
  paletteGroups,
  paletteKinds,
} from './palette-rows.ts';
import { useChosenRow } from './use-chosen-row.ts';
import { useOpenRow } from './use-open-row.ts';
import { usePaletteCommands } from './use-palette-commands.ts';
import { useNothingFound, usePaletteSearch, useRecentArtifacts } from './use-palette-search.ts';

const recentCount = 4;

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  session: SessionInfo;
  conversations: readonly ListedConversation[];
}

/** Searches conversations, messages, artifacts and people, and does what can be done from anywhere. */
export function PalettePopup(props: PaletteProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root
      open={props.isOpen}
      onOpenChange={(isOpen, { reason }) => {
        if (isOpen) return;
        // Escape clears first.
        if (reason === 'escape-key' && text !== '') setText('');
        else props.onClose();
      }}
      onOpenChangeComplete={(isOpen) => !isOpen && setText('')}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-full" />
        <Dialog.Popup
          className="dialog float palette"
          aria-label="Search"
          initialFocus={field}
          onKeyDown={(event) => {
            if (!isCommand(event) || event.key.toLowerCase() !== 'k') return;
            event.preventDefault();
            props.onClose();
          }}
        >
          <Palette {...props} text={text} field={field} onType={setText} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({
  text,
  field,
  onType,
  ...props
}: PaletteProps & {
  text: string;
  field: RefObject<HTMLInputElement | null>;
  onType: (text: string) => void;
}) {
  const listId = useId();
  const [kind, setKind] = useState<PaletteKind | null>(null);
  const [by, setBy] = useState<{ id: string; name: string } | null>(null);
  const query = text.trim();
  const {
    results,
    isBehind: isBehindQuery,
    error,
  } = usePaletteSearch(
    kind !== 'command' && (query !== '' || kind !== null) ? { query, kind, by: by?.id ?? null } : null,
  );
  const isNothing = by === null && query !== '' && results?.total === 0 && !results.isCut && !isBehindQuery;
  const recentArtifacts = useRecentArtifacts();
  const { nothingFound, isExplaining } = useNothingFound(
    isNothing && kind !== 'command' ? { query, kind } : null,
  );
  // What was meant may come first.
  const isBehind = isBehindQuery || isExplaining;
  const commands = usePaletteCommands(props.session, { query, isNarrowed: kind === 'command', isNothing });
  const groups = groupsOf();
  const { chosen, choose, move } = useChosenRow(groups);
  const openRow = useOpenRow(props.onClose);
  // Enter while the results are still those of other words: it means the first one of these.
  const [isEntered, setIsEntered] = useState(false);
  useEffectOn([isBehind, isEntered], () => {
    if (!isEntered || isBehind) return;
    setIsEntered(false);
    if (chosen) open(chosen);
  });

  function groupsOf(): PaletteGroup[] {
    if (query === '' && kind === null) {
      return [
        { name: 'Recent', rows: [...recentOf(props.conversations), ...recentArtifacts] },
        { name: kindNames.command, rows: commands.map(commandRow) },
      ].filter(({ rows }) => rows.length > 0);
    }
    const found = results ?? { conversations: [], messages: [], artifacts: [], people: [] };
    return paletteGroups(found, commands, kind, nothingFound?.spelling ?? null);
  }

  /** @param next `null`: all kinds */
  function narrow(next: PaletteKind | null) {
    setKind(next);
    setBy(null);
  }

  function open(row: PaletteRow) {
    if (row.kind === 'spelling') return onType(row.result.query);
    if (row.kind !== 'person') return openRow(row);
    // What they wrote.
    setKind('message');
    setBy(row.result);
    onType('');
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Safari says so only by the code that stands for any key of a composition.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const acts: Record<string, (() => void) | null | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => setIsEntered(true),
      Tab: kind === null && chosen && chosen.kind !== 'spelling' ? () => narrow(chosen.kind) : null,
      Backspace: text === '' && kind !== null && !event.repeat ? () => narrow(null) : null,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <>
      <div className="palette-field">
        <span className="wide-only">
          <Icon of={Search} isSmall />
        </span>
        <span className="narrow-only">
          <IconButton icon={ArrowLeft} label="Close" onClick={props.onClose} />
        </span>
        {by !== null && <span className="badge accent clip">By {by.name}</span>}
        {by === null && kind !== null && <span className="badge accent">{kindNames[kind]}</span>}
        <input
          ref={field}
          role="combobox"
          aria-label="Search"
          aria-expanded={groups.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? optionId(listId, chosen) : undefined}
          placeholder={kind === null ? 'Search, or type a command' : 'Search'}
          value={text}
          maxLength={pageLimits.conversationQueryCharacters}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setIsEntered(false);
            onType(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <span className="dim small palette-count" role="status">
          {results && !isBehind && formatResults(results.total, results.isCut)}
        </span>
        <kbd className="wide-only">Esc</kbd>
        {text !== '' && (
          <span className="narrow-only">
            <IconButton
              icon={CircleX}
              label="Clear"
              onClick={() => {
                onType('');
                field.current?.focus();
              }}
            />
          </span>
        )}
      </div>
      <fieldset className="palette-kinds seg" aria-label="Kinds">
        <KindButton name="All" isOn={kind === null} field={field} onChoose={() => narrow(null)} />
        {paletteKinds.map((one) => (
          <KindButton
            key={one}
            name={kindNames[one]}
            isOn={kind === one}
            field={field}
            onChoose={() => narrow(one)}
          />
        ))}
      </fieldset>
      {error !== null && (
        <p className="palette-none" role="alert">
          {error}
        </p>
      )}
      {!isBehind && error === null && (groups.length === 0 || (results?.total === 0 && query !== '')) && (
        <Nothing query={query} sentence={describeSearched({ kind, by, results, nothingFound })} />
      )}
      <PaletteList
        id={listId}
        groups={groups}
        chosen={chosen}
        words={searchWords(text)}
        onPoint={choose}
        onOpen={open}
      />
      <PaletteFoot isNarrowed={kind !== null} />
    </>
  );
}

const recentOf = (conversations: readonly ListedConversation[]): PaletteRow[] =>
  conversations
    .filter(({ archivedAt }) => archivedAt === null)
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .slice(0, recentCount)
    .map(({ id, title, updatedAt, audience, unreadCount }) => ({
      key: id,
      kind: 'conversation',
      result: { id, title, updatedAt, isPrivate: audience !== 'team' },
      unreadCount,
    }));

const KindButton = (props: {
  name: string;
  isOn: boolean;
  field: RefObject<HTMLInputElement | null>;
  onChoose: () => void;
}) => (
  <button
    type="button"
    aria-pressed={props.isOn}
    onClick={({ detail }) => {
      props.onChoose();
      // Whoever pressed it by key may want to press another.
      if (detail > 0) props.field.current?.focus();
    }}
  >
    {props.name}
  </button>
);

const PaletteFoot = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <p className="palette-foot wide-only" aria-hidden="true">
    <span>
      <kbd>↑</kbd>
      <kbd>↓</kbd> choose
    </span>
    <span>
      <kbd>↵</kbd> open
    </span>
    <span className="grow" />
    <span>
      <kbd>{isNarrowed ? '⌫' : 'Tab'}</kbd> {isNarrowed ? 'all kinds' : 'narrow'}
    </span>
  </p>
);

function Nothing({ query, sentence }: { query: string; sentence: string }) {
  if (query === '') return <p className="palette-none dim">Nothing yet.</p>;
  return (
    <p className="palette-none">
      <b>No results for “{query}”</b>
      <span className="dim">{sentence}</span>
    </p>
  );
}

function describeSearched({
  kind,
  by,
  results,
  nothingFound,
}: {
  kind: PaletteKind | null;
  by: { name: string } | null;
  results: SearchResults | null;
  nothingFound: NothingFound | null;
}): string {
  if (results?.isCut) return 'Not everything could be searched. Try again in a moment, or with more words.';
  if (by !== null) return `Searched what ${by.name} wrote, where you may read it.`;
  if (kind === 'command') return 'No command has these words.';
  if (kind === 'person') return 'Nobody in the team has such a name.';
  if (nothingFound === null) return 'Everything that you may see was searched.';
  const conversations = formatCount(nothingFound.conversations, 'conversation');
  const { count, isCut } = nothingFound.artifacts;
  const artifacts = `names of ${isCut ? `${formatNumber(count)}+ artifacts` : formatCount(count, 'artifact')}`;
  if (kind === 'artifact') return `Searched the ${artifacts} that you may see, not their content.`;
  return kind === null
    ? `Searched ${conversations} and the ${artifacts} that you may see.`
    : `Searched ${conversations} that you may see.`;
}
