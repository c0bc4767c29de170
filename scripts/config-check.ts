import { readConfigFile } from '../lib/config/read-config-file.ts';
import { configFileName } from '../lib/core/vocabulary/config-file-name.ts';
import { plural } from '../lib/split/plural.ts';

/**
 * `npm run config:check [file]`: reports that a config file is valid and what it sets, or everything that is
 * wrong with it.
 */
const folder = process.env.INIT_CWD ?? process.cwd();
const named = process.argv[2] ?? process.env.VITRINE_CONFIG;
const found = readConfigFile(folder, named);
if (found === null) {
  console.log(`There is no ${configFileName} in ${folder}: the defaults apply.`);
} else if ('problems' in found.content) {
  console.error(`${named ?? configFileName} is not valid:`);
  for (const problem of found.content.problems) console.error(`  ${problem}`);
  process.exitCode = 1;
} else {
  const { tools = {}, excludedTools = [], models = {} } = found.content.file;
  const sets = [
    `${plural(Object.keys(tools).length, 'tool')} set`,
    `${plural(new Set(excludedTools).size, 'tool')} excluded`,
    plural(Object.keys(models).length, 'model'),
  ];
  console.log(`${named ?? configFileName} is valid: ${sets.join(', ')}.`);
}
