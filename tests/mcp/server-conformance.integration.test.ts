import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { answerDirectly } from '#lib/http/answer-directly.ts';
import { createMcpEndpoint } from '#lib/http/mcp-server/mcp-endpoint.ts';
import { createApiToken } from '#lib/team/api-tokens.ts';
import { createConformanceMcpServer } from '../support/conformance-mcp-server.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Unmodified, as on npm; it works offline. */
const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const requirements = (revision: string): string =>
  readFileSync(join(suite, '..', '..', 'requirements', `${revision}.yaml`), 'utf8');

/** The scenarios that a revision asks of a server, as the suite itself lists them. */
function scoredScenarios(revision: string): string[] {
  const [, listed = ''] = /^server:\n((?: {2}- .+\n)+)/m.exec(requirements(revision)) ?? [];
  return [...listed.matchAll(/^ {2}- (.+)$/gm)].map(([, name = '']) => name);
}

/** Those that are run too, and why they do not count. */
function unscoredScenarios(revision: string): { name: string; reason: string }[] {
  const listed = requirements(revision).matchAll(
    /^ {2}- scenario: (.+)\n {4}leg: server\n {4}reason: (.+)$/gm,
  );
  return [...listed].map(([, name = '', reason = '']) => ({ name, reason }));
}

/** Scenarios of 2025 that a server without sessions cannot pass, which ours is on purpose. */
const needSession = [
  // The server asks the client in the middle of a call. The client's response is another POST, which may reach another process; and
  // what the client can do was in its `initialize`, which nobody remembers. Revision 2026-07-28 asks in results instead.
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  // Updates of a resource come by the stream of a GET, which is answered with 405, so the server does not offer to send them.
  'resources-subscribe',
  'resources-unsubscribe',
  // Both end after `initialize`, without a check: its response named no session.
  'server-session-lifecycle',
  'server-sse-multiple-streams',
];

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Our endpoint with the tools that the scenarios call. @returns its address, which needs no token: the program sends none */
async function startEndpoint(): Promise<string> {
  const { services } = await startRunStage(() => ({ text: 'ok' }));
  const wanted = { name: 'conformance', scopes: ['read' as const], expiresInSeconds: 600 };
  const { token } = await createApiToken(services, services.newId('tok'), 'local', wanted);
  const answer = createMcpEndpoint(createConformanceMcpServer);
  const handle = (request: Request) => answer(services, request);
  const server = createServer((message, response) => {
    message.headers.authorization = `Bearer ${token}`;
    void answerDirectly({ handle, params: {}, takesBytes: true }, message, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

interface SuiteResult {
  /** By its name: how many checks of each scenario passed and failed, in the words of the program's summary. */
  scenarios: Map<string, { passed: number; failed: number }>;
  /** As one line for each check that did not pass; warnings are not in the summary. */
  problems: string[];
  printed: string;
}

async function runSuite(...options: string[]): Promise<SuiteResult> {
  const results = tempFolder();
  const parameters = [suite, 'server', '--url', await startEndpoint(), ...options, '-o', results];
  const { PATH, HOME } = process.env;
  const ended = await promisify(execFile)(process.execPath, parameters, {
    env: { PATH, HOME, NODE_ENV: 'test' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => error);
  const printed = `${ended.stdout ?? ''}\n${ended.stderr ?? ended}`;
  const lines = printed.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed$/gm);
  const scenarios = new Map(
    [...lines].map(([, name = '', passed, failed]) => [
      name,
      { passed: Number(passed), failed: Number(failed) },
    ]),
  );
  return { scenarios, problems: readdirSync(results).flatMap((name) => problemsIn(results, name)), printed };
}

function problemsIn(results: string, folder: string): string[] {
  const checks: { id: string; status: string; errorMessage?: string }[] = JSON.parse(
    readFileSync(join(results, folder, 'checks.json'), 'utf8'),
  );
  const [, scenario] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(folder) ?? [];
  return checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ id, status, errorMessage }) => `${scenario}: ${status} ${id}: ${errorMessage}`);
}

const notGreen = ({ scenarios }: SuiteResult): string[] =>
  [...scenarios].filter(([, { passed, failed }]) => passed === 0 || failed > 0).map(([name]) => name);

const problemsBut = ({ problems }: SuiteResult, expected: readonly string[]): string[] =>
  problems.filter((problem) => !expected.some((name) => problem.startsWith(`${name}:`)));

test('every scored server scenario of the newest revision passes, and of the others all but those of an extension', async () => {
  const revision = '2026-07-28';
  const scored = scoredScenarios(revision);
  const unscored = unscoredScenarios(revision);
  expect(scored.length).toBeGreaterThanOrEqual(37);
  // Tasks: calls of this server end with their response.
  const extensions = unscored.filter(({ reason }) => reason === 'extension').map(({ name }) => name);
  expect(extensions.every((name) => name.startsWith('tasks-'))).toBe(true);

  const result = await runSuite('--requirements', revision);
  const names = [...scored, ...unscored.map(({ name }) => name)];
  expect([...result.scenarios.keys()].toSorted(), result.printed).toEqual(names.toSorted());
  expect(problemsBut(result, extensions)).toEqual([]);
  expect(notGreen(result).toSorted()).toEqual(extensions.toSorted());
}, 300_000);

test('a client of 2025 is served as its revision asks, but where that needs a session', async () => {
  const scored = scoredScenarios('2025-11-25');
  expect(scored.length).toBeGreaterThanOrEqual(28);

  const result = await runSuite('--suite', 'active');
  expect([...result.scenarios.keys()], result.printed).toEqual(expect.arrayContaining(scored));
  expect(problemsBut(result, needSession)).toEqual([]);
  expect(notGreen(result).toSorted()).toEqual(needSession.toSorted());
}, 300_000);
