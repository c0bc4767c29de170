'use client';

import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** A menu that chooses one of a few. */
export function ChoiceMenu<T extends string>(props: {
  trigger: ReactNode;
  triggerClassName: string;
  label: string;
  side?: 'top' | 'bottom';
  value: T;
  choices: readonly { value: T; label: string }[];
  onChoose: (value: T) => void;
}) {
  return (
    <Menu.Root>
      <Menu.Trigger className={props.triggerClassName} aria-label={props.label}>
        {props.trigger}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-at" side={props.side ?? 'bottom'} align="start" sideOffset={4}>
          <Menu.Popup className="menu">
            <Menu.RadioGroup value={props.value} onValueChange={(value: T) => props.onChoose(value)}>
              {props.choices.map(({ value, label }) => (
                <Menu.RadioItem key={value} value={value} className="menu-item" closeOnClick>
                  {label}
                  <Menu.RadioItemIndicator className="chosen">
                    <Check className="i s" aria-hidden="true" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
