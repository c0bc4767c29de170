// An MCP server over standard output with one tool: a log of as many MB as it is asked for, as text, or as text and once more as
// a structure, as many servers do.
import { createInterface } from 'node:readline';

const tool = {
  name: 'read_log',
  description: 'Reads a log.',
  inputSchema: {
    type: 'object',
    properties: { megabytes: { type: 'number' }, isTwice: { type: 'boolean' } },
  },
  annotations: { readOnlyHint: true },
};
const line = (index) =>
  `2026-11-26T03:12:00.${String(index % 1_000).padStart(3, '0')}Z INFO importer: batch ${index} of "orders" was written\n`;

function logOf(megabytes) {
  const block = Array.from({ length: 10_000 }, (_, index) => line(index)).join('');
  return block.repeat(Math.ceil((megabytes * 1e6) / block.length)).slice(0, megabytes * 1e6);
}

/** Results are made before they are asked for: what is measured is how they are read. */
const made = new Map();
function resultOf({ megabytes, isTwice }) {
  const key = `${megabytes} ${isTwice}`;
  if (!made.has(key)) {
    const text = JSON.stringify(logOf(megabytes));
    const structure = isTwice ? `,"structuredContent":{"content":${text}}` : '';
    made.set(key, `"result":{"content":[{"type":"text","text":${text}}]${structure}}`);
  }
  return made.get(key);
}

for (const size of process.argv.slice(2)) {
  for (const isTwice of [false, true]) resultOf({ megabytes: Number(size), isTwice });
}

const answer = (id, rest) => process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${rest}}\n`);
createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params } = JSON.parse(text);
  if (method === 'initialize') {
    const result = {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'big', version: '1' },
    };
    answer(id, `"result":${JSON.stringify(result)}`);
  } else if (method === 'tools/list') answer(id, `"result":${JSON.stringify({ tools: [tool] })}`);
  else if (method === 'tools/call') answer(id, resultOf(params.arguments));
  else if (id !== undefined) answer(id, '"error":{"code":-32601,"message":"Method not found"}');
});
