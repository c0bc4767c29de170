import type { Member } from '../../lib/core/member.ts';

/** What every page knows of the person and the server, decided on the server. */
export interface SessionInfo {
  member: Member;
  model: { id: string; isOffline: boolean };
  /** Names of the folders the agent may work on; the first is the default. */
  workspaces: string[];
  theme: 'system' | 'light' | 'dark';
}
