import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFileJsonSchema } from '../lib/config/config-file.ts';

/**
 * Regenerates `vitrine.config.schema.json`. Run it when the settings of the config file have changed:
 * `node scripts/config-schema.ts`.
 */
const path = join(import.meta.dirname, '..', 'vitrine.config.schema.json');
writeFileSync(path, `${JSON.stringify(configFileJsonSchema(), null, 2)}\n`);
