#!/usr/bin/env node
import './own-node.mjs';
import { existsSync } from 'node:fs';

// Imported here, since static imports do not wait for each other, and this one ends the process on an older Node.
await import('./check-node.mjs');

/** `npx vitrine <command>`: in a checkout the same programs as `npm run`, in an installed package what was made of them. */
const programs = {
  start: ['./start.ts', 'build where needed, and serve'],
  runner: ['./start.ts', 'the same for other processes alone: do the work that they forward'],
  run: ['./run.ts', 'run a command, and show its output to your team'],
  show: ['./show.ts', 'show a file to your team'],
  share: ['./share.ts', 'make a link to what was shown'],
  recall: ['./recall.ts', 'read a part of an output'],
  hook: ['./hook.ts', 'answer the hook of an agent in a terminal'],
  login: ['./login.ts', 'remember a server and your API token'],
  split: ['./split.ts', 'print what a model would read of an output'],
  'config check': ['./config-check.ts', 'check a config file'],
  doctor: ['./doctor.ts', 'look at everything that a server with these settings needs'],
  backup: ['./backup.ts', 'copy the data of a server, which may run meanwhile'],
  restore: ['./restore.ts', 'make an empty store of a backup'],
  migrate: ['./migrate.ts', 'copy the store of a data folder into Redis, or back'],
  replay: ['./replay.ts', 'run tasks with the split and without'],
};

/** Its source in a checkout, else what was made of it for the package. */
function findProgram(path) {
  const built = path.replace('./', '../dist/').replace('.ts', '.js');
  return existsSync(new URL(path, import.meta.url)) ? path : built;
}

const words = process.argv.slice(2);
const length = Object.hasOwn(programs, words.slice(0, 2).join(' ')) ? 2 : 1;
const name = words.slice(0, length).join(' ');
const program = Object.hasOwn(programs, name) ? programs[name] : null;
if (program === null) {
  const lines = Object.entries(programs).map(
    ([command, [, purpose]]) => `  ${command.padEnd(12)} ${purpose}`,
  );
  console.error(`Usage: vitrine <command> [options]\n\n${lines.join('\n')}`);
  process.exit(name === '' || name === 'help' || name === '--help' ? 0 : 2);
}
// The flag of `npm start`. Node reads it only at its start, so this process is replaced by another; not on Windows.
const flag = '--max-semi-space-size=8';
if (name === 'runner') process.env.VITRINE_ROLE = 'runner';
if (['start', 'runner'].includes(name) && !process.execArgv.includes(flag) && process.platform !== 'win32')
  process.execve(process.execPath, [process.execPath, flag, ...process.argv.slice(1)]);
process.argv = [process.argv[0], process.argv[1], ...words.slice(length)];
await import(findProgram(program[0]));
