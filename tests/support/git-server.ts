import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface GitServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Paths that were asked for. */
  asked: string[];
  close(): Promise<void>;
}

/** Whom the server lets push. */
export interface GitAccount {
  user: string;
  token: string;
  mayPush: boolean;
}

const isPush = (url: URL): boolean =>
  url.pathname.endsWith('/git-receive-pack') || url.searchParams.get('service') === 'git-receive-pack';

function refusalOf({ user, token, mayPush }: GitAccount, { headers }: IncomingMessage): number | null {
  const expected = `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
  if (headers.authorization !== expected) return 401;
  return mayPush ? null : 403;
}

/**
 * Repositories over HTTP as servers serve them, by `git http-backend`, below `/repos/`. What is below `/moved/` is
 * redirected there; what is below `/broken/` ends in the middle; what is below `/silent/` is never answered.
 * @param answerApi of what it speaks besides git, below `/api/`
 */
export async function startGitServer(
  folder: string,
  account?: GitAccount,
  answerApi?: (path: string, body: unknown) => { status: number; body: object },
): Promise<GitServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    asked.push(url.pathname);
    const refusal = account && isPush(url) ? refusalOf(account, request) : null;
    if (refusal !== null) {
      response.writeHead(refusal, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
      return;
    }
    if (answerApi && url.pathname.startsWith('/api/')) {
      void readJson(request).then((body) => {
        const answer = answerApi(url.pathname, body);
        response.writeHead(answer.status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(answer.body));
      });
    } else if (url.pathname.startsWith('/moved/')) {
      const to = `${url.pathname.replace('/moved/', '/repos/')}${url.search}`;
      response.writeHead(302, { Location: to }).end();
    } else if (url.pathname.startsWith('/silent/')) {
      // Nothing comes.
    } else if (url.pathname.startsWith('/broken/') && request.method === 'POST') {
      response.writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-result' });
      response.write('0008NAK\n');
      response.destroy();
    } else serve(folder, request, response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || 'null');
}

function serve(folder: string, request: IncomingMessage, response: ServerResponse, url: URL): void {
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: url.pathname.replace(/^\/\w+/, ''),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    } as unknown as NodeJS.ProcessEnv,
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  let head = Buffer.alloc(0);
  let isBody = false;
  child.stdout.on('data', (chunk: Buffer) => {
    if (isBody) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    isBody = true;
    const lines = head.subarray(0, end).toString().split('\r\n');
    const headers = lines.map((line): [string, string] => {
      const [name = '', ...rest] = line.split(': ');
      return [name, rest.join(': ')];
    });
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.writeHead(
      Number.parseInt(status, 10),
      Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
    );
    response.write(head.subarray(end + 4));
  });
  child.once('close', () => response.end());
}
