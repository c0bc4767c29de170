'use client';

import { use } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import type { ReactionState } from '#lib/core/conversation/conversation-state.ts';
import { type Reaction, reactionLabels } from '#lib/core/vocabulary/reaction.ts';
import { react } from './message-api.ts';
import { MessageControlsContext } from './message-controls.ts';
import { reactionIcons } from './reaction-icons.ts';

/** Who reacted to a message, and how; pressing one adds or takes back one's own. */
export function ReactionsRow({ messageId }: { messageId: string }) {
  const { conversationId, member, reactions } = use(MessageControlsContext);
  const shown = (reactions[messageId] ?? []).filter(({ isOn }) => isOn);
  if (shown.length === 0) return null;
  const byReaction = Map.groupBy(shown, ({ reaction }) => reaction);
  return (
    <div className="reactions">
      {[...byReaction].map(([reaction, people]) => {
        const isMine = people.some(({ by }) => by.id === member.id);
        return (
          <button
            key={reaction}
            type="button"
            className={isMine ? 'reaction mine' : 'reaction'}
            aria-pressed={isMine}
            aria-label={`${reactionLabels[reaction]}: ${namesOf(people)}`}
            title={`${reactionLabels[reaction]}: ${namesOf(people)}`}
            onClick={() => void react(conversationId, messageId, reaction, !isMine)}
          >
            <Icon of={reactionIcons[reaction]} isSmall />
            {people.length}
          </button>
        );
      })}
      <span className="dim small clip">{formatAll(byReaction)}</span>
    </div>
  );
}

const namesOf = (people: readonly ReactionState[]): string => people.map(({ by }) => by.name).join(', ');

/** `Mara, Aiko: done · Tomás: looking at it` */
const formatAll = (byReaction: ReadonlyMap<Reaction, readonly ReactionState[]>): string =>
  [...byReaction]
    .map(([reaction, people]) => `${namesOf(people)}: ${reactionLabels[reaction].toLowerCase()}`)
    .join(' · ');
