import type { DraftAttachment } from '#components/artifacts/cards/draft-attachment.ts';
import { ComposerNote } from './composer-note.tsx';
import type { ChosenModel } from './use-chosen-model.ts';

/** Says before sending that the model will not see an image, and offers one that does. */
export function VisionNote(props: { chosen: ChosenModel; attachments: readonly DraftAttachment[] }) {
  const { model, models, choose } = props.chosen;
  if (model.hasVision || !props.attachments.some(({ upload }) => upload?.type === 'image')) return null;
  const seeing = models.find(({ hasVision, isAllowed }) => hasVision && isAllowed);
  return (
    <ComposerNote>
      <b>{model.isOffline ? 'The offline model' : model.label} does not see images.</b> It reads one line:
      name, format and size.
      {seeing && (
        <button type="button" className="btn slim" onClick={() => choose(seeing.id)}>
          Use {seeing.label}
        </button>
      )}
    </ComposerNote>
  );
}
