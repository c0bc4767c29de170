import { visibleName } from '#lib/core/algorithms/text/visible-name.ts';
import { WorkspaceError } from '../workspace-error.ts';

/** If git may read or run more than this server can determine, nothing is run or changed. */
export const cannotFollow = (path: string, why: string) =>
  new WorkspaceError('unavailable', `${words}: they name ${visibleName(path)}, and ${why}`);

export const gitDoesNotAnswer = () =>
  new WorkspaceError('unavailable', `${words}: git, which reads them, is not installed or does not answer`);

const words = 'The workspace cannot be protected from settings of git';
