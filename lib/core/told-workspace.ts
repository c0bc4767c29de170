import type { WorkspaceRecord } from './workspace-record.ts';

/** What admins are told of a workspace. */
export interface ToldWorkspace extends Pick<WorkspaceRecord, 'name' | 'url' | 'path' | 'state' | 'failure'> {
  /** `operator`: of the settings, so that nobody removes it here. */
  source: 'operator' | WorkspaceRecord['kind'];
  addedBy: WorkspaceRecord['addedBy'] | null;
  addedAt: string | null;
  /** Its folder cannot be worked on: it is gone, or not allowed any more. */
  isGone: boolean;
  conversationCount: number;
}

/** What the settings let admins do; an empty list: nothing of it. */
export interface WorkspaceRules {
  cloneFrom: readonly string[];
  /** `null`: any folder that the server can read (local mode). */
  folders: readonly string[] | null;
}
