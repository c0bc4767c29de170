import { writeSync } from 'node:fs';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { delta, message, sampleArtifact, sampleEntry } from '../contracts/samples.ts';

/** Started by a test: does what a server does, and says each time what it has confirmed. */
const [dataDir = '', rounds = '0'] = process.argv.slice(2);
const stores = openSqliteStores({ dataDir, artifactTtlSeconds: 3_600, nowMs: Date.now });
const confirm = (what: object) => writeSync(1, `${JSON.stringify(what)}\n`);
const conversationId = 'conv_a';

for (let round = 0; round < Number(rounds); round += 1) {
  await stores.events.appendLive(conversationId, [delta('some words ')]);
  const content = `${round} ${'x'.repeat(5_000)}`;
  await stores.events.append(conversationId, [message(content, `msg_${round}`)]);
  confirm({ messageId: `msg_${round}` });
  const entry = sampleEntry({ sentTokens: round });
  await stores.ledger.record(entry);
  confirm({ entryId: entry.id });
  await stores.preferences.change('mem_a', { name: `name ${round}` });
  confirm({ name: round });
  if (round % 10 !== 0) continue;
  const artifact = sampleArtifact({ conversationId });
  const writer = await stores.artifacts.create(artifact);
  const text = Array.from({ length: 2_000 }, (_, line) => `line ${line} of ${round}\n`).join('');
  await writer.write(Buffer.from(text));
  await writer.complete(null);
  confirm({ artifactId: artifact.id, round });
}
await stores.close();
