import { FolderX } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** The messages stay; the agent has no workspace to work on any more. */
export function WorkspaceGoneNote({ workspace }: { workspace: string }) {
  return (
    <div className="note warn">
      <Icon of={FolderX} />
      <div className="grow">
        <b>The workspace {workspace} was removed.</b> You can still read this conversation. To work with the
        agent, start one in another workspace.
      </div>
    </div>
  );
}
