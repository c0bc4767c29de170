import { FolderX } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** What was said stays; the agent has nothing to work on any more. */
export function WorkspaceGoneNote({ workspace }: { workspace: string }) {
  return (
    <div className="note warn">
      <Icon of={FolderX} />
      <div className="grow">
        <b>The workspace {workspace} is gone.</b> What was said here can still be read. The agent has nothing
        to work on: begin a new conversation in another workspace.
      </div>
    </div>
  );
}
