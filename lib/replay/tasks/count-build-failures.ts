import { checkNamed } from '../checks.ts';
import { facts } from '../repository/facts.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

const count = "require('node:fs').readFileSync('logs/build.log', 'utf8').split('error TS').length - 1";

export const countBuildFailures: ReplayTask = {
  name: 'count-build-failures',
  title: 'Count the failures of a build',
  kind: 'medium',
  goal: 'How many compiler errors (error TS…) does logs/build.log hold? Answer in the form: 12 errors',
  requests: ['find "error TS" in logs/build.log', `node: console.log(${count}, 'errors')`],
  needsCommands: true,
  files: repositoryFiles,
  check: (end) => checkNamed(end, /\d+ errors/g, `${facts.buildErrors} errors`),
};
