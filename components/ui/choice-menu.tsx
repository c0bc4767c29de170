'use client';

import type { ReactNode } from 'react';
import type { Choice } from './choice-menu-popup.tsx';
import { lazyPopup } from './lazy-component.tsx';
import { useMenuButton } from './use-menu-button.ts';

const ChoiceMenuPopup = lazyPopup(async () => (await import('./choice-menu-popup.tsx')).ChoiceMenuPopup);

/** A menu to choose one of a few options. */
export function ChoiceMenu<T extends string>(props: {
  trigger: ReactNode;
  triggerClassName: string;
  label: string;
  side?: 'top' | 'bottom';
  value: T;
  choices: readonly (Choice & { value: T })[];
  onChoose: (value: T) => void;
}) {
  const { buttonProps, menuProps } = useMenuButton(ChoiceMenuPopup);
  return (
    <>
      <button {...buttonProps} className={props.triggerClassName} aria-label={props.label}>
        {props.trigger}
      </button>
      <ChoiceMenuPopup
        {...menuProps}
        side={props.side ?? 'bottom'}
        value={props.value}
        choices={props.choices}
        // The menu returns one of its choices.
        onChoose={(value) => props.onChoose(value as T)}
      />
    </>
  );
}
