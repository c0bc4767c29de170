'use client';

import type { RefObject } from 'react';
import { MentionList } from './mention-list.tsx';
import type { Mentionable } from './mentionable.ts';
import { useFieldList } from './use-field-list.ts';
import { useMentions } from './use-mentions.ts';

/** Completes an `@` in a field that has the focus. */
export function Mentions(props: {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  mentionable: Mentionable | null;
  workspaceUrl: string;
  onChange: (text: string) => void;
  onFile: (path: string) => void;
}) {
  const { list, ...fieldList } = useMentions(props.field, props, props);
  useFieldList(props.field, props.text, fieldList);
  return list && <MentionList {...list} />;
}
