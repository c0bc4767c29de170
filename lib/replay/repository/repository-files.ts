import { dataFiles } from './data-files.ts';
import { logFiles } from './log-files.ts';
import { sourceFiles } from './source-files.ts';

/** The small repository that the scripted tasks work on, by path. Its bytes never vary. */
export const repositoryFiles = (): Record<string, string> => ({
  ...sourceFiles(),
  ...logFiles(),
  ...dataFiles(),
});
