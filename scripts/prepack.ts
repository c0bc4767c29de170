import { join } from 'node:path';
import { bundleCommand } from './bundle-command.ts';

await bundleCommand(join(import.meta.dirname, '..'));
