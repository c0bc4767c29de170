import type { Member } from '../core/member.ts';
import { type SettingsChange, type TeamSettings, toChosenSettings } from '../core/team-settings.ts';
import type { Services } from '../services.ts';
import { audit } from './audit-log.ts';
import { readTeamSettings } from './read-team-settings.ts';

interface ToldChange {
  /** The tool whose policy it is. */
  subject?: { id: string; name: string };
  detail: string;
}

/** Writes what an admin decided, and into the audit log what is otherwise by it. */
export async function changeTeamSettings(
  services: Services,
  request: Request,
  member: Member,
  change: SettingsChange,
): Promise<void> {
  const before = await readTeamSettings(services);
  await services.stores.settings.change(toChosenSettings(change));
  for (const told of tellChanges(before, change)) {
    await audit(services, request, 'policy.changed', member, told);
  }
}

function tellChanges(before: TeamSettings, { linkShares, approvals = {} }: SettingsChange): ToldChange[] {
  const links =
    linkShares === undefined || linkShares === before.linkShares
      ? []
      : [{ detail: `links without sign-in ${linkShares ? 'on' : 'off'}` }];
  const tools = Object.entries(approvals).flatMap(([name, policy]) => {
    const was = before.approvals[name as keyof typeof approvals];
    return was === policy ? [] : [{ subject: { id: name, name }, detail: `${was} to ${policy}` }];
  });
  return [...links, ...tools];
}
