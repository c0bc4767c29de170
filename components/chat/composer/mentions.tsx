'use client';

import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { MentionList } from './mention-list.tsx';
import type { Mentionable } from './mentionable.ts';
import { useMentions } from './use-mentions.ts';

/** Completes an `@` in a field that has the focus: it listens to the field's keys and caret by itself. */
export function Mentions(props: {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  mentionable: Mentionable | null;
  workspaceUrl: string;
  onChange: (text: string) => void;
  onFile: (path: string) => void;
}) {
  const { field, text } = props;
  const { list, look, close, onKeyDown, fieldAttributes } = useMentions(field, props, props);
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
  return list && <MentionList {...list} />;
}
