import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { noise } from '../images.ts';
import { startRedisServer } from '../redis-server.ts';
import { beginHanging, fillStores, leaveUnfinished, letTimePass } from './fill-stores.ts';
import { openServices, recordingsFolder } from './open-recording.ts';
import { readStored } from './read-stored.ts';

/**
 * Records what this version of the product stores, one of everything, and what people find in it, for versions to come:
 * `node tests/support/stored/record.ts <name of the version>`. A recording is never made anew: what a version stored stays as it was.
 */
const [version = ''] = process.argv.slice(2);
if (!/^[a-z0-9-]+$/.test(version)) throw new Error('name the version');
const target = join(recordingsFolder, version);
mkdirSync(target, { recursive: true });

for (const store of ['SQLite', 'Redis'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-recording-'));
  const redis = store === 'Redis' ? await startRedisServer() : null;
  const workspace = join(folder, 'shop');
  commitFiles(workspace, {
    'readme.md': '# The shop\n\nIt sells.\n',
    'app.log': Array.from(
      { length: 40 },
      (_, at) => `12:00:${at + 10} INFO order ${at} total ${at * 3}\n`,
    ).join(''),
    'src/cart.js': 'export const total = (a, b) =>\n  a + b;\n',
    'logo.png': await noise(24, 16).png().toBuffer(),
  });
  const open = () => openServices(folder, redis?.url ?? null, { VITRINE_WORKSPACES: workspace });
  try {
    const server = open();
    await fillStores(server);
    await beginHanging(server);
    // Runs are given a while, then interrupted.
    await server.shutDown();
    const next = open();
    await letTimePass(next);
    await next.stores.conversations.claimOnce('recorded');
    await next.stores.sweep();
    const found = await readStored(next);
    await leaveUnfinished(next);
    const dump = await redis?.dump();
    await next.shutDown();
    execFileSync('tar', [
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '-C',
      folder,
      '-czf',
      join(target, `${store}.tgz`),
      'data',
    ]);
    writeFileSync(join(target, `${store}.found.json.gz`), gzipSync(JSON.stringify(found)));
    if (dump) writeFileSync(join(target, 'dump.rdb.gz'), gzipSync(dump));
    console.log(
      `${store}: ${found.conversations.length} conversations, ${found.ledger.length} entries of the ledger`,
    );
  } finally {
    await redis?.stop();
    rmSync(folder, { recursive: true });
  }
}

function commitFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const by = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'first'],
  ]) {
    execFileSync('git', [...by, ...words], { cwd: folder });
  }
}
