'use client';

import { Check, Copy } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { useCopy } from './use-copy.ts';

/** Copies what `read` returns, which may have to be fetched first. */
export function CopyButton(props: {
  label: string;
  read: () => string | Promise<string | null>;
  className?: string;
  shortcut?: string;
}) {
  const { outcome, copy, words } = useCopy();
  return (
    <IconButton
      icon={outcome === 'copied' ? Check : Copy}
      label={words(props.label)}
      {...(props.className ? { className: props.className } : {})}
      {...(props.shortcut ? { shortcut: props.shortcut } : {})}
      onClick={() => void copy(props.read)}
    />
  );
}
