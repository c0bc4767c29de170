import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The minimal Node server: writes what it is sent to a file of a folder, and does nothing else. Prints its port. */
const [folder = ''] = process.argv.slice(2);

const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(join(folder, 'upload')));
  response.setHeader('Content-Type', 'application/json').end('{}');
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${address && typeof address === 'object' ? address.port : ''}.`);
});
