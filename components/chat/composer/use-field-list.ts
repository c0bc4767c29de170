import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';

/** A list over a field that has the focus, which the field's keys and caret control. */
export interface FieldList {
  /** Runs after each key press and caret movement. */
  look: () => void;
  close: () => void;
  /** `true`: the list handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  /** What the field says of the list while it is open. */
  fieldAttributes: Readonly<Record<string, string>>;
}

/** Listens to a field by itself, so that the code of a list can come late. */
export function useFieldList(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  { look, close, onKeyDown, fieldAttributes }: FieldList,
): void {
  const lookIfFocused = useEffectEvent(() => {
    if (document.activeElement === field.current) look();
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => void onKeyDown(event));
  const onBlur = useEffectEvent(close);
  useEffectOn([text], () => lookIfFocused());
  useEffect(() => {
    const element = field.current;
    const onCaret = () => lookIfFocused();
    const onPress = (event: KeyboardEvent) => onKey(event);
    const onLeave = () => onBlur();
    document.addEventListener('selectionchange', onCaret);
    // Before the field sends the message at Enter.
    element?.addEventListener('keydown', onPress);
    element?.addEventListener('blur', onLeave);
    return () => {
      document.removeEventListener('selectionchange', onCaret);
      element?.removeEventListener('keydown', onPress);
      element?.removeEventListener('blur', onLeave);
    };
  }, [field]);
  const attributes = JSON.stringify(fieldAttributes);
  useEffect(() => {
    const element = field.current;
    const named = Object.entries(JSON.parse(attributes) as Record<string, string>);
    for (const [name, value] of named) element?.setAttribute(name, value);
    return () => {
      for (const [name] of named) element?.removeAttribute(name);
    };
  }, [field, attributes]);
}

/** A multi-line field may not be a combobox: it stays a text box that names its active option. @param active -1: none is */
export const listAttributes = (listId: string, active: number): Record<string, string> => ({
  'aria-haspopup': 'listbox',
  'aria-autocomplete': 'list',
  'aria-controls': listId,
  ...(active < 0 ? {} : { 'aria-activedescendant': `${listId}-${active}` }),
});
