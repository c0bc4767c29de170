'use client';

import { ChevronDown } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { lazyPopup } from '#components/ui/lazy-component.tsx';
import { useMenuButton } from '#components/ui/use-menu-button.ts';
import type { ChosenModel } from './use-chosen-model.ts';

const ModelPopup = lazyPopup(async () => (await import('./model-popup.tsx')).ModelPopup);

/** Which model answers the next message, and the others that can be chosen. */
export function ModelChoice({ chosen }: { chosen: ChosenModel }) {
  const { buttonProps, menuProps } = useMenuButton(ModelPopup);
  const { model } = chosen;
  return (
    <>
      <button {...buttonProps} className="btn plain model-choice" aria-label={`Model: ${model.label}`}>
        <span className="clip">{model.label}</span>
        <Icon of={ChevronDown} isSmall />
      </button>
      <ModelPopup {...menuProps} chosen={chosen} />
    </>
  );
}
