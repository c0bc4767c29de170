import { get, request } from 'node:http';

/** Downloads from a host and prints megabytes per second: directly, or through the proxy of its environment in one of two ways. */
const [way, host, bytes] = process.argv.slice(2);
const [, proxyPort] = /:(\d+)$/.exec(process.env.http_proxy ?? '') ?? [];
const proxy = { host: '127.0.0.1', port: Number(proxyPort) };

function read(response, startedMs) {
  let byteLength = 0;
  response.on('data', (chunk) => {
    byteLength += chunk.length;
  });
  response.on('end', () => {
    if (byteLength < Number(bytes)) throw new Error(`only ${byteLength} bytes came`);
    // Not with `console.log`, which colours numbers.
    process.stdout.write(String(byteLength / 1e6 / ((performance.now() - startedMs) / 1_000)), () =>
      process.exit(),
    );
  });
}

const startedMs = performance.now();
if (way === 'direct') get(`http://${host}/${bytes}`, (response) => read(response, startedMs));
else if (way === 'plain')
  get({ ...proxy, path: `http://${host}/${bytes}`, headers: { host } }, (response) =>
    read(response, startedMs),
  );
else
  request({ ...proxy, method: 'CONNECT', path: host })
    .on('connect', (_, socket) => {
      get({ createConnection: () => socket, path: `/${bytes}`, headers: { host } }, (response) =>
        read(response, startedMs),
      );
    })
    .end();
