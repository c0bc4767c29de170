'use client';

import { useCopy } from './use-copy.ts';

/** A text button that copies what `read` returns. */
export function CopyWord(props: { label: string; read: () => string; isPrimary?: boolean }) {
  const { copy, words } = useCopy();
  return (
    <button
      type="button"
      className={props.isPrimary ? 'btn primary' : 'btn'}
      onClick={() => void copy(props.read)}
    >
      {words(props.label)}
    </button>
  );
}
