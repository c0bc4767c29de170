import { SquareTerminal } from 'lucide-react';
import type { SessionInfo } from '../layout/session-info.ts';
import { Icon } from '../ui/icon.tsx';

/** Says why the agent runs no commands here, and what would change that. */
export function CommandsNote({ commands }: { commands: SessionInfo['commands'] }) {
  if (commands.mode !== 'off' || commands.reason === null) return null;
  return (
    <div className="note">
      <Icon of={SquareTerminal} />
      <div className="grow">{commands.reason}</div>
    </div>
  );
}
