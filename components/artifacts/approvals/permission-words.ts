import type { PermissionAnswer } from '#lib/core/conversation/conversation-state.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';

/** What the agent asks to do: `The agent asks to run a command`. */
export function formatIntent(toolName: string): string {
  const intent = profileOf(toolName)?.intent;
  return `The agent asks to ${intent ? `${intent.verb} ${intent.object}` : `call ${toolLabel(toolName)}`}`;
}

/** Who has to answer, as the current reader should see it. */
export function formatWaiting(answeredBy: 'members' | 'admins', isTeam: boolean): string {
  if (!isTeam) return 'waits for you';
  return answeredBy === 'admins' ? 'waits for an admin' : 'waits for any member';
}

/** `Bob allowed it`, `Bob refused it: not now`. */
export function formatAnswer(
  { result, by, reason, always, hosts }: PermissionAnswer,
  memberId: string,
): string {
  if (result === 'denied') return 'The team’s policy no longer allows this';
  const name = by?.id === memberId ? 'You' : (by?.name ?? 'Somebody');
  const verb =
    result === 'approved'
      ? `allowed this${hosts === null ? alwaysWords[always ?? 'once'] : hostWords[hosts]}`
      : 'refused this';
  return reason === null ? `${name} ${verb}` : `${name} ${verb}: ${reason}`;
}

const hostWords = {
  conversation: ', and its hosts in this conversation',
  workspace: ', and its hosts in this workspace',
} as const;

const alwaysWords = {
  once: '',
  conversation: ', always in this conversation',
  team: ', always for the team',
} as const;
