import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useResource } from '#components/ui/use-resource.ts';
import type { PromptView } from '#lib/core/vocabulary/prompts/prompt.ts';
import { fieldAfter } from '#lib/core/vocabulary/prompts/prompt-text.ts';
import { listAttributes } from './use-field-list.ts';

/** A prompt of the team; `null`: saves a new one. */
export type PromptChoice = PromptView | null;

const maxShown = 7;

/** What is typed after a slash that begins the message; `null`: no name is being typed. */
export const promptQuery = (text: string): string | null => /^\/([a-z0-9-]*)$/.exec(text)?.[1] ?? null;

/**
 * Suggests prompts of the team after a slash at the start of a message: arrow keys move, Enter and Tab choose, Escape dismisses. Of
 * the chosen one, Tab goes from field to field.
 */
export function usePrompts(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  { onChange, onSave }: { onChange: (text: string) => void; onSave: () => void },
) {
  const listId = useId();
  const [isDismissed, setIsDismissed] = useState(false);
  const [isLeft, setIsLeft] = useState(false);
  const [index, setIndex] = useState<number | null>(null);
  const [isFilling, setIsFilling] = useState(false);
  const selectionAfter = useRef<{ start: number; end: number } | null>(null);
  const typed = promptQuery(text);
  const { value, failure } = useResource<{ prompts: PromptView[] }>(typed === null ? null : '/api/prompts');
  const matching = (value?.prompts ?? []).filter(({ name }) => name.includes(typed ?? ''));
  const found: PromptChoice[] =
    typed === null ? [] : [...sortByStart(matching, typed).slice(0, maxShown), null];
  const isOpen = !isDismissed && !isLeft && value !== null && found.length > 0;
  const [typedAt, setTypedAt] = useState(typed);
  if (typed !== typedAt) {
    setTypedAt(typed);
    setIndex(null);
  }
  // Where no prompt has such a name, nothing is chosen, and Enter sends what was typed.
  const active = Math.min(index ?? (matching.length > 0 ? 0 : -1), found.length - 1);
  const isLoading = typed !== null && typed !== '' && value === null && failure === null;
  // The field has its new text only after this render.
  useLayoutEffect(() => {
    if (selectionAfter.current === null) return;
    field.current?.setSelectionRange(selectionAfter.current.start, selectionAfter.current.end);
    selectionAfter.current = null;
  });

  const take = (choice: PromptChoice) => {
    if (choice === null) return onSave();
    const first = fieldAfter(choice.text, 0);
    const end = choice.text.length;
    selectionAfter.current = first ?? { start: end, end };
    setIsFilling(first !== null);
    onChange(choice.text);
    field.current?.focus();
  };
  const nextOf = (by: 1 | -1): number =>
    by === -1 && active <= 0 ? found.length - 1 : (active + by) % found.length;
  const goToField = (): boolean => {
    const element = field.current;
    const next = isFilling && element ? fieldAfter(element.value, element.selectionEnd) : null;
    if (next === null) {
      setIsFilling(false);
      return false;
    }
    element?.setSelectionRange(next.start, next.end);
    return true;
  };
  return {
    list: isOpen ? { id: listId, choices: found, active, take, point: setIndex } : null,
    look() {
      setIsLeft(false);
      if (typed === null) setIsDismissed(false);
    },
    close: () => setIsLeft(true),
    onKeyDown(event: KeyboardEvent): boolean {
      if (event.isComposing || event.shiftKey || event.metaKey || event.ctrlKey) return false;
      const isTab = event.key === 'Tab';
      if (!isOpen && event.key === 'Escape') setIsFilling(false);
      if (!isOpen) {
        const isEarly = event.key === 'Enter' && isLoading;
        if (!isEarly && (!isTab || !goToField())) return false;
      } else if (event.key === 'ArrowDown') setIndex(nextOf(1));
      else if (event.key === 'ArrowUp') setIndex(nextOf(-1));
      else if ((event.key === 'Enter' || isTab) && active >= 0) take(found[active] ?? null);
      else if (event.key === 'Escape') setIsDismissed(true);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    fieldAttributes: isOpen ? listAttributes(listId, active) : {},
  };
}

/** Names that start with what is typed come first. */
const sortByStart = (prompts: readonly PromptView[], typed: string): PromptView[] =>
  prompts.toSorted((one, other) => Number(other.name.startsWith(typed)) - Number(one.name.startsWith(typed)));
