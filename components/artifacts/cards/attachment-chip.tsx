'use client';

import type { ReactNode } from 'react';
import { useArtifactPanel } from '../context/panel-context.tsx';
import { formatPanelHash, type PanelTarget } from '../context/panel-hash.ts';
import {
  type DraftAttachment,
  nameOfAttachment,
  rangeOfAttachment,
  wordsOfAttachment,
} from './draft-attachment.ts';

/** An attachment to a message; a press opens its source. */
export function AttachmentChip(props: {
  attachment: DraftAttachment;
  /** ID of the text as the model read it, once the message was sent. */
  textArtifactId?: string | undefined;
}) {
  const { attachment, textArtifactId } = props;
  return (
    <li className="attachment">
      <PanelLink
        target={{ artifactId: attachment.artifactId, lines: rangeOfAttachment(attachment) }}
        title={attachment.title}
      >
        <code>{nameOfAttachment(attachment)}</code> {wordsOfAttachment(attachment)}
      </PanelLink>
      {textArtifactId !== undefined && (
        <PanelLink
          target={{ artifactId: textArtifactId, lines: null }}
          title="The text as the model read it"
          isLink
        >
          as read
        </PanelLink>
      )}
    </li>
  );
}

/** Opens an artifact, or lines of it, in the panel. */
export function PanelLink(props: {
  target: PanelTarget;
  title: string;
  isLink?: boolean;
  children: ReactNode;
}) {
  const { open } = useArtifactPanel();
  return (
    <a
      className={props.isLink ? 'link' : 'clip'}
      href={`#${formatPanelHash(props.target)}`}
      title={props.title}
      onClick={(event) => {
        event.preventDefault();
        open(props.target);
      }}
    >
      {props.children}
    </a>
  );
}
