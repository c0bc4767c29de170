import type { TeamSettings } from '../core/team-settings.ts';
import type { Services } from '../services.ts';

/** As they hold now. In local mode one person decides alone, and nothing is switched off before them. */
export async function readTeamSettings({
  stores,
  config,
}: Pick<Services, 'stores' | 'config'>): Promise<TeamSettings> {
  if (config.signIn === null) return { linkShares: true };
  const { linkShares = false } = await stores.settings.get();
  return { linkShares };
}
