import { Users } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import type { UserItem } from '#lib/core/conversation/thread-items.ts';

/**
 * How a message came, for the few that did not simply come from a browser to the agent.
 * @param props.readAt when the agent read a message that no run answers; `null`: it has not yet
 */
export const MessageMarks = ({ item, readAt }: { item: UserItem; readAt: string | null }) => (
  <>
    {item.via !== null && <span>via {item.via}</span>}
    {item.isEdited && !item.isDeleted && <span>edited</span>}
    {item.runId === null && (
      <span className="team-tag">
        <Icon of={Users} isSmall />
        Team only
        {readAt !== null && (
          <>
            , read by the agent <TimeText iso={readAt} />
          </>
        )}
      </span>
    )}
  </>
);
