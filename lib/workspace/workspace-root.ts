import { builtInSecretNames, type FileSecretNames, noSecretNames } from './secret-names.ts';

/** What tools and commands must not see in a workspace, or must not change. */
export interface WorkspaceRootRules {
  secretNames: FileSecretNames;
  /** Absolute path of this server's config file, whether or not it exists; `null`: there is none. */
  configFile: string | null;
}

export const defaultRules: WorkspaceRootRules = { secretNames: builtInSecretNames, configFile: null };

/** The folder of a workspace, and its rules. */
export interface WorkspaceRoot extends WorkspaceRootRules {
  /** Absolute. */
  path: string;
}

export const workspaceRoot = (path: string, rules: WorkspaceRootRules = defaultRules): WorkspaceRoot => ({
  path,
  ...rules,
});

/** A root for the server's own reads, from which nothing is hidden. */
export const unhiddenRoot = (path: string): WorkspaceRoot => ({
  path,
  secretNames: noSecretNames,
  configFile: null,
});
