import { createServer } from 'node:http';

/** Sends as many bytes as its path says, and prints its port. */
const chunk = Buffer.alloc(256 * 1024, 'x');
const server = createServer((request, response) => {
  let left = Number(request.url?.slice(1));
  response.on('error', () => {});
  const write = () => {
    while (left > 0) {
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', write);
    }
    response.end();
  };
  write();
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
