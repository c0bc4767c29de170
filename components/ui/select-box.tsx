import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface Props extends Omit<ComponentProps<'select'>, 'children'> {
  choices: readonly { value: string | number; label: string }[];
}

/** A select in the style of the text fields. */
export function SelectBox({ choices, ...select }: Props) {
  return (
    <span className="field">
      <select {...select}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} isSmall />
    </span>
  );
}
