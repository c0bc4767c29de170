'use client';

import { Search } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';

/** A field that filters a view by a text. */
export function FilterField(props: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <>
      <Icon of={Search} isSmall />
      <input
        className="filter-field"
        aria-label={props.label}
        placeholder={props.label}
        value={props.value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || props.value === '') return;
          event.preventDefault();
          event.stopPropagation();
          props.onChange('');
        }}
      />
    </>
  );
}
