import type { TeamSettings } from '../core/team-settings.ts';
import type { Services } from '../services.ts';

type Doors = Pick<Services, 'stores' | 'config' | 'readApprovals'>;

/** As they hold now. */
export async function readTeamSettings(doors: Doors): Promise<TeamSettings> {
  const [linkShares, approvals] = await Promise.all([readLinkShares(doors), doors.readApprovals()]);
  return { linkShares, approvals };
}

/** In local mode one person decides alone, and no link is switched off before them. */
export async function readLinkShares({ stores, config }: Pick<Doors, 'stores' | 'config'>): Promise<boolean> {
  if (config.signIn === null) return true;
  return (await stores.settings.get()).linkShares ?? false;
}
