import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/** The minimal Node server: serves the files of a folder from memory, at `/<name>`. Prints its port. */
const [folder = ''] = process.argv.slice(2);
const retained = new Map<string, Buffer>();

const read = (name: string): Buffer => {
  const bytes = retained.get(name) ?? readFileSync(join(folder, name));
  retained.set(name, bytes);
  return bytes;
};

const server = createServer((request, response) => {
  const bytes = read(request.url?.slice(1) ?? '');
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': bytes.length });
  response.end(bytes);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${address && typeof address === 'object' ? address.port : ''}.`);
});
