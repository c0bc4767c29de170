import { homedir } from 'node:os';
import { join } from 'node:path';

/** XDG Base Directory Specification: an empty variable counts as none. */
const folderOf = (variable: string | undefined, ...otherwise: string[]): string =>
  join(variable || join(homedir(), ...otherwise), 'vitrine');

/** What `vitrine login` remembers. */
export const credentialsFile = ({ XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string =>
  join(folderOf(XDG_CONFIG_HOME, '.config'), 'credentials.json');

/** Outputs that no server has. */
export const outputsFolder = ({ XDG_STATE_HOME }: NodeJS.ProcessEnv): string =>
  join(folderOf(XDG_STATE_HOME, '.local', 'state'), 'outputs');
