'use client';

import type { DraftAttachment } from '../artifacts/cards/draft-attachment.ts';
import { UserMessage } from './user-message.tsx';

/**
 * The thread of a conversation that the server is still creating: its first message, and what takes the time.
 */
export function StartingThread(props: {
  memberId: string;
  name: string;
  text: string;
  attachments: readonly DraftAttachment[];
  /** The workspace to create a worktree from; `null`: the agent works in the workspace itself. */
  copyOf: string | null;
}) {
  return (
    <div className="thread">
      <div className="thread-in">
        <UserMessage
          authorId={props.memberId}
          name={props.name}
          text={props.text}
          attachments={props.attachments}
        />
        <p className="working" role="status">
          <span className="accent strong">starting</span>
          {props.copyOf !== null && ` · copying ${props.copyOf} into a worktree of its own`}
        </p>
      </div>
    </div>
  );
}
