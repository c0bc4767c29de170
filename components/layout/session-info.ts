import type { Member } from '../../lib/core/member.ts';

/** What every page knows of the person and the server, decided on the server. */
export interface SessionInfo {
  member: Member;
  /** Several people sign in here; `false`: local mode. */
  isTeam: boolean;
  /** Links may be made that ask nobody to sign in. */
  linkShares: boolean;
  model: { id: string; isOffline: boolean };
  /** Names of the folders the agent may work on; the first is the default. */
  workspaces: string[];
  /** Whether the agent may run programs; `reason`: why it may not, for people. */
  commands: { mode: 'bwrap' | 'unsafe-host' | 'off'; reason: string | null };
  theme: 'system' | 'light' | 'dark';
  /** This browser has closed the note on the offline model. */
  isOfflineNoteClosed: boolean;
  /** How many hints of the example were closed in this browser. */
  closedHints: number;
}
