import type { SessionInfo } from '#components/layout/session-info.ts';
import { AttachmentRow } from './attachment-row.tsx';
import { ComposerNote } from './composer-note.tsx';
import { PasteNote } from './paste-note.tsx';
import type { AttachmentDraft } from './use-attachment-draft.ts';
import type { Pasting } from './use-paste.ts';
import type { Uploads } from './use-uploads.ts';
import { VisionNote } from './vision-note.tsx';

/** What the message is sent with besides its words, and what there is to say about it. */
export function ComposerAttachments(props: {
  text: string;
  attachments: AttachmentDraft;
  uploads: Uploads;
  pasting: Pasting;
  model: SessionInfo['model'];
}) {
  const { text, attachments, uploads, pasting, model } = props;
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
      <PasteNote text={text} attachments={list} pasting={pasting} price={model.price} />
      <VisionNote model={model} attachments={list} />
    </>
  );
}
