import {
  CircleCheck,
  CircleDollarSign,
  CircleGauge,
  CircleStop,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  Shield,
  Unplug,
} from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { type AgentStatus, statusWord } from './agent-words.ts';

const icons: Record<AgentStatus, LucideIcon> = {
  running: LoaderCircle,
  asking: Shield,
  completed: CircleCheck,
  step_limit: CircleGauge,
  budget: CircleDollarSign,
  failed: CircleX,
  aborted: CircleStop,
  interrupted: Unplug,
};

/** How a sub-agent is, as an icon and a word for those who do not see it. */
export const AgentIcon = ({ status }: { status: AgentStatus }) => (
  <span className={`agent-icon ${status}`} title={statusWord[status]}>
    <Icon of={icons[status]} isSmall />
    <span className="vh">{statusWord[status]}: </span>
  </span>
);
