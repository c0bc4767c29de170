import { builtInSecretNames, type FileSecretNames, noSecretNames } from './secret-names.ts';

/** What tools and commands do not see of a workspace, or may not change. */
export interface WorkspaceRootRules {
  secretNames: FileSecretNames;
  /** Absolute: the config file of this server, whether or not it is there; `null`: there is none. */
  configFile: string | null;
}

export const defaultRules: WorkspaceRootRules = { secretNames: builtInSecretNames, configFile: null };

/** The folder of a workspace, and the rules in it. */
export interface WorkspaceRoot extends WorkspaceRootRules {
  /** Absolute. */
  path: string;
}

export const workspaceRoot = (path: string, rules: WorkspaceRootRules = defaultRules): WorkspaceRoot => ({
  path,
  ...rules,
});

/** For what the server itself reads in a workspace, where nothing is hidden from it. */
export const unhiddenRoot = (path: string): WorkspaceRoot => ({
  path,
  secretNames: noSecretNames,
  configFile: null,
});
