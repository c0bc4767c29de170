'use client';

import { Bookmark, FileText, MessageSquare, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { messagePath } from '../chat/message-hash.ts';
import { AgentAvatar, Avatar } from '../ui/avatar.tsx';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { PrivateMark } from '../ui/private-mark.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { MarkedWords } from './marked-words.tsx';
import type { PaletteRow } from './palette-rows.ts';

/** The page that a row leads to; `null`: it leads to none. */
export function rowPath(row: PaletteRow): string | null {
  switch (row.kind) {
    case 'conversation':
      return `/c/${row.result.id}`;
    case 'message':
      return messagePath(row.result.conversationId, row.result.messageId);
    case 'artifact':
      return `/c/${row.result.conversationId}#${row.result.artifactId}`;
    case 'command':
      return typeof row.command.does === 'string' ? row.command.does : null;
    case 'person':
    case 'spelling':
      return null;
  }
}

/** What a row shows: an icon, words, and at the end when, or a key. @param words those to mark */
export function PaletteOption({ row, words }: { row: PaletteRow; words: readonly string[] }) {
  const marked = (text: string) => <MarkedWords text={text} words={words} />;
  switch (row.kind) {
    case 'conversation':
      return (
        <Option
          icon={<Icon of={MessageSquare} isSmall />}
          end={
            <>
              {row.result.isPrivate && <PrivateMark />}
              {row.unreadCount ? (
                `${formatNumber(row.unreadCount)} unread`
              ) : (
                <TimeText iso={row.result.updatedAt} as="near" />
              )}
            </>
          }
        >
          {marked(row.result.title)}
        </Option>
      );
    case 'message': {
      const { by, excerpt, conversationTitle, timestamp } = row.result;
      return (
        <Option
          icon={by === null ? <AgentAvatar /> : <Avatar id={by.id} name={by.name} />}
          end={<TimeText iso={timestamp} as="near" />}
          below={`${by?.name ?? 'Agent'} in ${conversationTitle}`}
        >
          {marked(excerpt)}
        </Option>
      );
    }
    case 'artifact': {
      const { title, createdAt, isKept } = row.result;
      return (
        <Option
          icon={<Icon of={isKept ? Bookmark : FileText} isSmall />}
          end={<TimeText iso={createdAt} as="near" />}
          below={describeArtifact(row.result)}
        >
          <span className="mono">{marked(title)}</span>
        </Option>
      );
    }
    case 'person':
      return (
        <Option icon={<Avatar id={row.result.id} name={row.result.name} />} end={row.result.role}>
          {marked(row.result.name)}
        </Option>
      );
    case 'spelling': {
      const { query, total, isCut } = row.result;
      return (
        <Option icon={<Icon of={Search} isSmall />} end={formatResults(total, isCut)}>
          <b>{query}</b>
        </Option>
      );
    }
    case 'command': {
      const { title, icon, shortcut } = row.command;
      return (
        <Option icon={<Icon of={icon} isSmall />} end={shortcut && <kbd>{shortcut}</kbd>}>
          {title}
        </Option>
      );
    }
  }
}

export const formatResults = (total: number, isCut: boolean): string =>
  isCut ? `${formatNumber(total)}+ results` : formatCount(total, 'result');

function Option(props: { icon: ReactNode; end: ReactNode; below?: string; children: ReactNode }) {
  return (
    <>
      <span className="palette-icon">{props.icon}</span>
      <span className="palette-text">
        <span className="clip">{props.children}</span>
        {props.below && <small className="clip">{props.below}</small>}
      </span>
      {props.end && <span className="palette-end">{props.end}</span>}
    </>
  );
}

function describeArtifact({
  lineCount,
  byteLength,
  isExpired,
  isKept,
  conversationTitle,
}: Extract<PaletteRow, { kind: 'artifact' }>['result']): string {
  const size = lineCount === null ? formatBytes(byteLength) : formatCount(lineCount, 'line');
  const state = isExpired ? 'expired' : isKept ? `${size}, kept` : size;
  return `${state} · ${conversationTitle}`;
}
