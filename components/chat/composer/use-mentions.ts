import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import {
  type MentionedPerson,
  type MentionQuery,
  matchPeople,
  mentionAt,
  writeMention,
  writePath,
} from './mention-query.ts';
import type { Mentionable } from './mentionable.ts';
import { listAttributes } from './use-field-list.ts';
import { type OfferedFile, useFoundFiles } from './use-found-files.ts';

/** What an `@` can stand for: people come first. */
export type MentionChoice = ({ kind: 'person' } & MentionedPerson) | ({ kind: 'file' } & OfferedFile);

const most = 8;

/**
 * Suggests people, then files of the workspace, at an `@` in a field: arrow keys move, Enter and Tab choose, Escape
 * dismisses.
 */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  { mentionable, workspaceUrl }: { mentionable: Mentionable | null; workspaceUrl: string },
  { onChange, onFile }: { onChange: (text: string) => void; onFile: (path: string) => void },
) {
  const listId = useId();
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [index, setIndex] = useState(0);
  /** Offset of the `@` whose suggestions were dismissed. */
  const dismissed = useRef<number | null>(null);
  const caretAfter = useRef<number | null>(null);
  const files = useFoundFiles(workspaceUrl, query?.text ?? null);
  const people = query && mentionable ? matchPeople(mentionable.people, query.text) : [];
  const found: MentionChoice[] = [
    ...people.map((person) => ({ kind: 'person' as const, ...person })),
    ...files.map((file) => ({ kind: 'file' as const, ...file })),
  ].slice(0, most);
  const isOpen = found.length > 0;
  const active = Math.min(index, found.length - 1);

  const begun = query?.start ?? null;
  const load = mentionable?.load;
  useEffect(() => {
    if (begun !== null) load?.();
  }, [begun, load]);
  // The field has its new text only after this render.
  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });

  const look = () => {
    const element = field.current;
    if (!element) return;
    const isRange = element.selectionStart !== element.selectionEnd;
    const next = isRange ? null : mentionAt(element.value, element.selectionEnd);
    if (next === null) dismissed.current = null;
    const isLeft = next !== null && next.start === dismissed.current;
    setQuery((before) => (isLeft ? null : isSame(before, next) ? before : next));
    if (next?.text !== query?.text) setIndex(0);
  };
  const take = (suggestion: MentionChoice) => {
    if (query === null) return;
    const text = field.current?.value ?? '';
    const written =
      suggestion.kind === 'person'
        ? writeMention(text, query, suggestion.name)
        : writePath(text, query, suggestion.path);
    if (suggestion.kind === 'file') onFile(suggestion.path);
    caretAfter.current = written.caret;
    onChange(written.text);
    dismissed.current = query.start;
    setQuery(null);
    field.current?.focus();
  };
  const close = () => setQuery(null);

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.isComposing || event.shiftKey || event.metaKey || event.ctrlKey) return false;
    const chosen = found[active];
    if (event.key === 'ArrowDown') setIndex((active + 1) % found.length);
    else if (event.key === 'ArrowUp') setIndex((active + found.length - 1) % found.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(chosen);
    else if (event.key === 'Escape') {
      dismissed.current = query?.start ?? null;
      close();
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    list: isOpen
      ? { id: listId, suggestions: found, typed: query?.text ?? '', active, take, point: setIndex }
      : null,
    look,
    close,
    onKeyDown,
    fieldAttributes: isOpen ? listAttributes(listId, active) : {},
  };
}

const isSame = (one: MentionQuery | null, other: MentionQuery | null): boolean =>
  one?.start === other?.start && one?.text === other?.text;
