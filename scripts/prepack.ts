import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './build-app.ts';
import { bundleCommand } from './bundle-command.ts';
import { copyServer } from './copy-server.ts';
import { writeToolTypes } from './write-tool-types.ts';

/** What `npm pack` packs besides a few files of `scripts`: all of it is made here, in `dist`. */
const root = join(import.meta.dirname, '..');
const to = join(root, 'dist');
await buildApp();
rmSync(to, { recursive: true, force: true });
await bundleCommand(root, to);
copyServer(root, join(to, 'server'));
writeToolTypes(root, to);
