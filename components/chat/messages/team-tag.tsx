import { Users } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { TimeText } from '#components/ui/time-text.tsx';

/** On a message that no run answers. @param readAt when the agent read it; `null`: it has not yet */
export const TeamTag = ({ readAt }: { readAt: string | null }) => (
  <span className="team-tag">
    <Icon of={Users} isSmall />
    Team only
    {readAt !== null && (
      <>
        , read by the agent <TimeText iso={readAt} />
      </>
    )}
  </span>
);
