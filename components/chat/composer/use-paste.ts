import { type ClipboardEvent, useState } from 'react';
import type { DraftAttachment } from '#components/artifacts/cards/draft-attachment.ts';
import type { ChosenFile } from './upload-queue.ts';
import type { AttachmentDraft } from './use-attachment-draft.ts';

/** About 2,000 tokens of prose. Of denser text the server attaches what is longer when it is sent. */
export const longPaste = 8_000;

export interface Pasting {
  onPaste: (event: ClipboardEvent) => void;
  /** All of the text goes to the model. */
  isAsText: boolean;
  /** Puts what was pasted into the text. */
  pasteAsText: () => void;
  /** Lets the longest parts of the text be attached again. */
  attachInstead: () => void;
  /** For the next message. */
  reset: () => void;
  error: string | null;
}

/** Long text that is pasted becomes an attachment, unless somebody wants it as text. */
export function usePaste(
  text: string,
  onChange: (text: string) => void,
  attachments: AttachmentDraft,
  upload: (files: readonly ChosenFile[]) => void,
): Pasting {
  'use memo';
  const [isAsText, setIsAsText] = useState(false);
  const [moved, setMoved] = useState<{ attachment: DraftAttachment; text: string } | null>(null);
  const [error, setError] = useState<string | null>(null);

  const pasteAsText = async () => {
    const attachment = attachments.list.find(isPasted);
    setError(null);
    setIsAsText(true);
    if (!attachment) return;
    const result = await readPasted(text, attachment);
    if ('error' in result) {
      setIsAsText(false);
      return setError(result.error);
    }
    attachments.drop(attachment);
    setMoved({ attachment, text: result.pasted });
    onChange(result.text);
  };
  return {
    onPaste(event) {
      const { files, types } = event.clipboardData;
      const pasted = event.clipboardData.getData('text/plain');
      const isFiles = files.length > 0 && !types.includes('text/plain');
      if (!isFiles && (isAsText || pasted.length <= longPaste)) return;
      event.preventDefault();
      setError(null);
      upload(
        isFiles
          ? [...files].map((file) => ({ file, name: file.name }))
          : [{ file: new Blob([pasted]), name: '' }],
      );
    },
    isAsText,
    pasteAsText: () => void pasteAsText(),
    attachInstead() {
      setIsAsText(false);
      if (moved === null || !text.includes(moved.text)) return;
      onChange(text.replace(moved.text, '').trimEnd());
      attachments.add(moved.attachment);
      setMoved(null);
    },
    reset() {
      setIsAsText(false);
      setMoved(null);
      setError(null);
    },
    error,
  };
}

/** Few want it, so its code is loaded then. */
const readPasted = async (written: string, attachment: DraftAttachment) =>
  (await import('./text-with-pasted.ts')).textWithPasted(written, attachment);

/** It was pasted as text: it has no name. */
export const isPasted = ({ upload }: DraftAttachment): boolean => upload?.type === 'text';
