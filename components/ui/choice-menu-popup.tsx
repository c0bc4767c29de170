'use client';

import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { MenuPopup, type MenuPopupProps } from './menu-popup.tsx';

export interface Choice {
  value: string;
  label: string;
}

/** The choices of a `ChoiceMenu`. */
export function ChoiceMenuPopup(
  props: MenuPopupProps & {
    side: 'top' | 'bottom';
    value: string;
    choices: readonly Choice[];
    onChoose: (value: string) => void;
  },
) {
  const { side, value: chosen, choices, onChoose, ...menu } = props;
  return (
    <MenuPopup {...menu} side={side} align="start">
      <Menu.RadioGroup value={chosen} onValueChange={onChoose}>
        {choices.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} className="menu-item" closeOnClick>
            {label}
            <Menu.RadioItemIndicator className="chosen">
              <Check className="i s" aria-hidden="true" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuPopup>
  );
}
