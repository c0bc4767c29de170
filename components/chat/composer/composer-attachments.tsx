import { AttachmentRow } from './attachment-row.tsx';
import { ComposerNote } from './composer-note.tsx';
import { PasteNote } from './paste-note.tsx';
import type { AttachmentDraft } from './use-attachment-draft.ts';
import type { ChosenModel } from './use-chosen-model.ts';
import type { Pasting } from './use-paste.ts';
import type { Uploads } from './use-uploads.ts';
import { VisionNote } from './vision-note.tsx';

/** What the message is sent with besides its words, and what there is to say about it. */
export function ComposerAttachments(props: {
  text: string;
  attachments: AttachmentDraft;
  uploads: Uploads;
  pasting: Pasting;
  chosen: ChosenModel;
}) {
  const { text, attachments, uploads, pasting, chosen } = props;
  const { list } = attachments;
  return (
    <>
      <AttachmentRow
        attachments={list}
        uploads={uploads.pending}
        onDrop={attachments.drop}
        onCancel={uploads.cancel}
      />
      {uploads.fault !== null && <ComposerNote isBad>{uploads.fault}</ComposerNote>}
      <PasteNote text={text} attachments={list} pasting={pasting} price={chosen.model.price} />
      <VisionNote chosen={chosen} attachments={list} />
    </>
  );
}
