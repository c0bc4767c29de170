import type { ServerCheck } from '#lib/core/api/server-check.ts';
import type { Services } from '#lib/services.ts';
import { checkAddress } from './check-address.ts';
import { checkAuditSink } from './check-audit-sink.ts';
import { checkCommands } from './check-commands.ts';
import { checkFolders } from './check-folders.ts';
import { checkModel } from './check-model.ts';
import { checkRole } from './check-role.ts';
import { checkStore } from './check-store.ts';

export type CheckNeeds = Pick<Services, 'config' | 'commands' | 'models'> & {
  stores: Pick<Services['stores'], 'health' | 'describe'> & {
    runners: Pick<Services['stores']['runners'], 'list'>;
  };
};

/**
 * Looks at everything that this server needs, and says what to do. Never rejects.
 * @param callsModel the standard model is called twice, which costs some 2,000 tokens each
 */
export async function checkServer(
  { config, commands, models, stores }: CheckNeeds,
  callsModel: boolean,
): Promise<ServerCheck[]> {
  const found = await Promise.all([
    checkRole({ config, stores }),
    checkCommands({ commands, config }),
    checkStore(stores),
    callsModel ? checkModel(models) : [],
    checkFolders({ config }),
    checkAddress({ config }),
    checkAuditSink({ config }),
  ]);
  return found.flat();
}
