import { AtSign, CircleHelp, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { formatTimeLeft } from '../ui/format-time.ts';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';

/** Decisions, questions and mentions that wait for the reader; gone once anybody has answered. */
export function WaitingRows(props: { conversations: readonly ListedConversation[]; nowMs: number | null }) {
  return (
    <section aria-label="Waiting for you">
      <h2>Waiting for you</h2>
      <ul>
        {props.conversations.map((conversation) => (
          <li key={conversation.id}>
            <PageLink className="row wait" href={`/c/${conversation.id}`} title={conversation.title}>
              <WaitingWords {...conversation} />
              <Since iso={sinceOf(conversation)} nowMs={props.nowMs} />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `null`: it is not known. */
const sinceOf = ({ waiting, isWaitingForMe, mention }: ListedConversation): string | null =>
  isWaitingForMe && waiting !== null ? waiting.since : (mention?.at ?? null);

function WaitingWords({ title, waiting, isWaitingForMe, mention }: ListedConversation): ReactNode {
  if (!isWaitingForMe || waiting === null) {
    return (
      <>
        <Icon of={AtSign} isSmall />
        <span className="clip">
          {mention && `${mention.by}: `}
          {title}
        </span>
        <span className="vh">: you are mentioned</span>
      </>
    );
  }
  return (
    <>
      <Icon of={waiting.kind === 'approval' ? ShieldCheck : CircleHelp} isSmall />
      <span className="clip">
        {waiting.kind === 'approval' ? (
          <>
            Allow <b>{waiting.subject}</b>?
          </>
        ) : (
          waiting.subject
        )}
      </span>
      <span className="vh"> in {title}</span>
    </>
  );
}

/** Empty until the reader's clock is known. */
const Since = ({ iso, nowMs }: { iso: string | null; nowMs: number | null }) =>
  iso !== null && (
    <time className="q" dateTime={iso}>
      {nowMs === null ? '' : formatTimeLeft(Math.max(1, nowMs - Date.parse(iso)))}
    </time>
  );
