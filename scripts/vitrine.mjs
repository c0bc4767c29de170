#!/usr/bin/env node
import './check-node.mjs';

/** `npx vitrine <command>`: the same programs as `npm run`. */
const programs = {
  start: ['./start.ts', 'build where needed, and serve'],
  doctor: ['./doctor.ts', 'look at everything that a server with these settings needs'],
  recall: ['./recall.ts', 'answer what a model would ask about an output'],
  split: ['./split.ts', 'print what a model would read of an output'],
};

const [name = '', ...rest] = process.argv.slice(2);
const program = Object.hasOwn(programs, name) ? programs[name] : null;
if (program === null) {
  const lines = Object.entries(programs).map(([command, [, words]]) => `  ${command.padEnd(8)} ${words}`);
  console.error(`Usage: vitrine <command> [options]\n\n${lines.join('\n')}`);
  process.exit(name === '' || name === 'help' || name === '--help' ? 0 : 2);
}
process.argv = [process.argv[0], process.argv[1], ...rest];
await import(program[0]);
