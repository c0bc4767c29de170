import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Calls the tool of a server that runs as a program, with the SDK's own transport, and prints what that took. */
const [, , program = '', megabytes = '', isTwice = ''] = process.argv;
let peakRssBytes = 0;
const sampling = setInterval(() => {
  peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
}, 20);
const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [program, megabytes],
    maxBufferSize: 1024 ** 3,
  }),
);
const idleRssBytes = process.memoryUsage.rss();
const startedMs = performance.now();
const { content } = await client.callTool(
  { name: 'read_log', arguments: { megabytes: Number(megabytes), isTwice: isTwice === 'true' } },
  { timeout: 600_000 },
);
const seconds = (performance.now() - startedMs) / 1_000;
const [block] = content;
if (block?.type !== 'text' || block.text.length !== Number(megabytes) * 1e6)
  throw new Error('not all of it came');
clearInterval(sampling);
peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
console.log(JSON.stringify({ seconds, overBytes: peakRssBytes - idleRssBytes }));
await client.close();
