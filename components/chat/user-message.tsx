import type { ReactNode } from 'react';
import { messageParts } from '#lib/core/conversation/message-parts.ts';
import { PanelLink } from '../artifacts/cards/attachment-chip.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { SafeLink } from '../ui/safe-link.tsx';
import { textNodes } from '../ui/text-pieces.ts';
import { TimeText } from '../ui/time-text.tsx';
import { AttachmentChips, type SentOrDraft } from './attachment-chips.tsx';

type Person = { id: string; name: string };
const nobody: readonly Person[] = [];

/** A person's message as typed; `code` between backticks is set as code, addresses are links, mentioned names mentions. */
export function UserMessage(props: {
  /** Omitted while it is being sent. */
  messageId?: string;
  authorId: string;
  name: string;
  text: string;
  /** Attachments that are shown by name and cost. */
  attachments: readonly SentOrDraft[];
  /** Attachments that are shown as cards. */
  cards?: ReactNode;
  /** The people it mentions. */
  mentions?: readonly Person[];
  /** The member reading it. */
  memberId?: string;
  timestamp?: string;
  isDeleted?: boolean;
  /** After the time: how it came, and what can be done with it. */
  head?: ReactNode;
  /** What it answers. */
  quote?: ReactNode;
  /** Its editor, in place of its words. */
  edit?: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <article
      className={props.timestamp ? 'msg' : 'msg is-pending'}
      aria-label={`${props.name} wrote`}
      data-message={props.messageId}
    >
      <div className="who">
        <Avatar id={props.authorId} name={props.name} />
        <b>{props.name}</b>
        {props.timestamp ? <TimeText iso={props.timestamp} /> : <span>sending</span>}
        {props.head}
      </div>
      {props.quote}
      <AttachmentChips label="Attachments" attachments={props.attachments} />
      {props.edit}
      {props.isDeleted && <p className="says dim">Deleted by {props.name}</p>}
      {props.text !== '' && !props.edit && (
        <p className="says as-typed">
          {partsOf(props.text, props.mentions ?? nobody, props.memberId ?? null)}
        </p>
      )}
      {props.cards}
      {props.foot}
    </article>
  );
}

/** Parts never move, so the index is the key. */
const partsOf = (text: string, mentions: readonly Person[], memberId: string | null) =>
  messageParts(text, mentions).map(({ kind, text: part, ids }, index) => {
    const key = `${index}`;
    if (kind === 'code') return <code key={key}>{textNodes(part)}</code>;
    if (kind === 'words') return textNodes(part);
    if (kind === 'link') {
      return (
        <SafeLink key={key} href={part}>
          {part}
        </SafeLink>
      );
    }
    if (kind === 'attachment') {
      return (
        <PanelLink key={key} target={{ artifactId: ids[0] ?? '', lines: null }} title="Open in panel" isLink>
          {part}
        </PanelLink>
      );
    }
    const isOwn = memberId !== null && ids.includes(memberId);
    return (
      <span key={key} className={isOwn ? 'mention own' : 'mention'}>
        {part}
      </span>
    );
  });
