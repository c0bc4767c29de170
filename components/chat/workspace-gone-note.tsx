import { FolderX } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** The messages stay; the agent has no workspace to work on any more. */
export function WorkspaceGoneNote({ workspace }: { workspace: string }) {
  return (
    <div className="note warn">
      <Icon of={FolderX} />
      <div className="grow">
        <b>The workspace {workspace} was removed.</b> You can still read this conversation, but the agent
        cannot work in it. Start a new conversation in another workspace.
      </div>
    </div>
  );
}
