'use client';

import { ClipboardList, File, FileText, type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { artifactUrl } from '#components/artifacts/api/artifact-api.ts';
import { PanelLink } from '#components/artifacts/cards/attachment-chip.tsx';
import {
  type DraftAttachment,
  nameOfAttachment,
  rangeOfAttachment,
} from '#components/artifacts/cards/draft-attachment.ts';
import { useArtifactPanel } from '#components/artifacts/context/panel-context.tsx';
import { formatCount } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { PendingUpload } from './upload-queue.ts';
import { costOfAttachment, progressOfUpload } from './upload-words.ts';
import { isPasted } from './use-paste.ts';

/** What the message will be sent with, what it costs, and what is still on its way. */
export function AttachmentRow(props: {
  attachments: readonly DraftAttachment[];
  uploads: readonly PendingUpload[];
  onDrop: (attachment: DraftAttachment) => void;
  onCancel: (id: number) => void;
}) {
  const { attachments, uploads } = props;
  if (attachments.length + uploads.length === 0) return null;
  return (
    <ul className="draft-attachments" aria-label="Attachments of this message">
      {attachments.map((attachment) => (
        <AttachmentItem
          key={`${attachment.artifactId}:${attachment.lines}`}
          attachment={attachment}
          onDrop={() => props.onDrop(attachment)}
        />
      ))}
      {uploads.map((upload) => (
        <UploadItem key={upload.id} upload={upload} onCancel={() => props.onCancel(upload.id)} />
      ))}
    </ul>
  );
}

function AttachmentItem(props: { attachment: DraftAttachment; onDrop: () => void }) {
  const { attachment, onDrop } = props;
  const { artifactId, title, upload } = attachment;
  const { isAbsent } = useArtifactPanel();
  const lines = upload?.lineCount != null && isPasted(attachment) ? upload.lineCount : null;
  const name = `${nameOfAttachment(attachment)}${lines === null ? '' : `, ${formatCount(lines, 'line')}`}`;
  return (
    <Item
      icon={iconOf(attachment)}
      imageUrl={upload?.type === 'image' ? artifactUrl(artifactId) : null}
      name={
        isAbsent ? (
          <a href={artifactUrl(artifactId)} target="_blank" rel="noreferrer" title={title}>
            {name}
          </a>
        ) : (
          <PanelLink target={{ artifactId, lines: rangeOfAttachment(attachment) }} title={title}>
            {name}
          </PanelLink>
        )
      }
      detail={costOfAttachment(attachment)}
      action={<IconButton icon={X} label={`Remove ${nameOfAttachment(attachment)}`} onClick={onDrop} />}
    />
  );
}

function UploadItem({ upload, onCancel }: { upload: PendingUpload; onCancel: () => void }) {
  const { file, sentBytes, error } = upload;
  const name = upload.name === '' ? 'Pasted text' : upload.name;
  const share = file.size === 0 ? 100 : Math.floor((100 * sentBytes) / file.size);
  return (
    <Item
      icon={upload.name === '' ? ClipboardList : File}
      imageUrl={null}
      name={<span title={name}>{name}</span>}
      detail={progressOfUpload(upload, performance.now())}
      isBad={error !== null}
      action={
        <IconButton
          icon={X}
          label={error === null ? `Cancel ${name}` : `Remove ${name}`}
          onClick={onCancel}
        />
      }
    >
      {error === null && (
        <span
          className="upload-progress"
          role="progressbar"
          aria-label={`Upload of ${name}`}
          aria-valuenow={share}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${share}%` }} />
        </span>
      )}
    </Item>
  );
}

function Item(props: {
  icon: LucideIcon;
  imageUrl: string | null;
  name: ReactNode;
  detail: string;
  isBad?: boolean;
  action: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className={props.isBad ? 'draft-attachment is-bad' : 'draft-attachment'}>
      {props.imageUrl === null ? (
        <Icon of={props.icon} />
      ) : (
        // biome-ignore lint/performance/noImgElement: shows the stored bytes; an image optimizer would serve others
        <img className="draft-thumbnail" src={props.imageUrl} alt="" />
      )}
      <span className="grow clip">
        <span className="draft-name clip">{props.name}</span>
        <span className="draft-detail clip" {...(props.isBad ? { role: 'alert' } : {})}>
          {props.detail}
        </span>
      </span>
      {props.action}
      {props.children}
    </li>
  );
}

function iconOf(attachment: DraftAttachment): LucideIcon {
  if (isPasted(attachment)) return ClipboardList;
  return attachment.upload?.type === 'binary' ? File : FileText;
}
