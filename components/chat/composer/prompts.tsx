'use client';

import { Plus } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { PromptWords } from '#components/prompts/prompt-words.tsx';
import { SavePromptDialog } from '#components/prompts/save-prompt-dialog.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useFieldList } from './use-field-list.ts';
import { type PromptChoice, usePrompts } from './use-prompts.ts';

/** Offers the prompts of the team where a message begins with a slash. */
export function Prompts(props: {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
}) {
  const { field, text, onChange } = props;
  const [isSaving, setIsSaving] = useState(false);
  const { list, ...fieldList } = usePrompts(field, text, { onChange, onSave: () => setIsSaving(true) });
  useFieldList(field, text, fieldList);
  return (
    <>
      {list && (
        <div className="mentions menu" id={list.id} role="listbox" aria-label="Prompts of the team">
          {list.choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keyboard
            <div
              key={choice?.name ?? ''}
              id={`${list.id}-${index}`}
              className="menu-item"
              role="option"
              tabIndex={-1}
              aria-selected={index === list.active}
              {...(index === list.active ? { 'data-highlighted': '' } : {})}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => list.point(index)}
              onClick={() => list.take(choice)}
            >
              <Choice choice={choice} />
            </div>
          ))}
        </div>
      )}
      <SavePromptDialog
        isOpen={isSaving}
        name={null}
        text=""
        onSaved={() => onChange('')}
        onClose={() => setIsSaving(false)}
      />
    </>
  );
}

const Choice = ({ choice }: { choice: PromptChoice }) =>
  choice === null ? (
    <>
      <Icon of={Plus} isSmall />
      <span>Save a prompt for the team</span>
    </>
  ) : (
    <>
      <b className="mono">/{choice.name}</b>
      <span className="clip grow">
        <PromptWords text={choice.text} />
      </span>
      <span className="dim small">{choice.by.name}</span>
    </>
  );
