import type { ModelView } from '#lib/core/api/model-view.ts';
import type { NotificationPreferences } from '#lib/core/vocabulary/profile/preferences.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';

/** What every page knows about the member and the server, determined on the server. */
export interface SessionInfo {
  /** When the server rendered the page, ISO 8601. */
  renderedAt: string;
  member: Member;
  /** The versions of members' pictures, by the member's ID. */
  pictures: Readonly<Record<string, string>>;
  /** What the member wants to hear of. */
  sounds: NotificationPreferences['kinds'];
  /** Several people sign in here; `false`: local mode. */
  isTeam: boolean;
  /** Links that need no sign-in may be created. */
  linkShares: boolean;
  /** The models of this server, the default first. */
  models: readonly [ModelView, ...ModelView[]];
  /** Names of the workspaces the agent may work on; the first is the default. */
  workspaces: string[];
  /** The workspace of the conversation that this page is for was removed. */
  isWorkspaceGone?: boolean;
  /** Whether the agent may run programs; `reason`: why not, in words for people. */
  commands: { mode: 'bwrap' | 'unsafe-host' | 'off'; reason: string | null };
  /** Names of the MCP servers whose results are split. */
  splitServers: readonly string[];
  /** Whether open pages let results last longer. */
  renewsWhileOpen: boolean;
  /** The note on the offline model was dismissed in this browser. */
  isOfflineNoteClosed: boolean;
  /** Number of the example's hints dismissed in this browser. */
  closedHints: number;
}
