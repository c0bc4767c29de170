'use client';

import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { ChosenFile } from './upload-queue.ts';

/** Lets somebody choose files to attach. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly ChosenFile[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])].map((file) => ({ file, name: file.name })));
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <IconButton icon={Paperclip} label="Attach files" onClick={() => input.current?.click()} />
    </>
  );
}
