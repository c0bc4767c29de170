import { spawnSync } from 'node:child_process';
import { parseNpmAudit } from './parse-npm-audit.ts';

/** `npm run audit`: whether a package that a server runs has a known vulnerability that is high or critical. */
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const { lines, exitCode } = parseNpmAudit(stdout);
console.log(lines.join('\n'));
process.exitCode = exitCode;
