'use client';

import type { RefObject } from 'react';
import type { Mentionable } from './mentionable.ts';
import { Mentions } from './mentions.tsx';
import { Prompts } from './prompts.tsx';

/** What the field offers while somebody writes: people and files after an `@`, prompts after a slash. */
export function FieldLists(props: {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  mentionable: Mentionable | null;
  workspaceUrl: string;
  onChange: (text: string) => void;
  onFile: (path: string) => void;
}) {
  const { field, text, onChange } = props;
  return (
    <>
      {text.includes('@') && <Mentions {...props} />}
      {/[/{]/.test(text) && <Prompts field={field} text={text} onChange={onChange} />}
    </>
  );
}
