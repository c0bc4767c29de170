import type { DraftAttachment } from '#components/artifacts/cards/draft-attachment.ts';
import type { SessionInfo } from '#components/layout/session-info.ts';
import { ComposerNote } from './composer-note.tsx';

/** Says before sending that the model will not see an image. */
export function VisionNote(props: { model: SessionInfo['model']; attachments: readonly DraftAttachment[] }) {
  const { model, attachments } = props;
  if (model.hasVision || !attachments.some(({ upload }) => upload?.type === 'image')) return null;
  return (
    <ComposerNote>
      <b>{model.isOffline ? 'The offline model' : model.id} does not see images.</b> It reads one line: name,
      format and size.
    </ComposerNote>
  );
}
