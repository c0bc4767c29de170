import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isVitrineError, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { RunnerRecord } from '#lib/core/vocabulary/runner-record.ts';
import { hasFiles, pickRunner } from '#lib/runs/runners/needed-files.ts';
import type { Services } from '#lib/services.ts';
import type { DirectCall } from '../direct-routes.ts';
import { acceptForwarded } from '../front-door.ts';
import { errorResponse } from '../routing/error-response.ts';
import { forwardRequest } from './forward-request.ts';
import { forwardedHeader } from './forwarded-mark.ts';

/** Pages that show what workspaces and MCP servers have. */
const pages = /^\/(?:tools|workspaces(?:\/(?<name>[^/]+))?)?$/;
/** The endpoints whose tools do. */
const endpoints = /^\/mcp(?:\/gateway(?:\/[A-Za-z0-9_-]+)?)?$/;

/** What a web process forwards by its path alone. */
export interface ForwardedPaths {
  /** `null`: this process answers, as well as it can where no runner is there. */
  find(method: string | undefined, url: string): DirectCall | null;
}

/** Begins to forward requests, and to accept those of others. */
export function openForwarding(services: Services): ForwardedPaths {
  const { config, runners } = services;
  if (config.redisUrl === null) return { find: () => null };
  const onOutdated = createOutdatedReport(services);
  void untilRead(runners).then((secret) => acceptForwarded({ secret, nowMs: services.nowMs, onOutdated }));
  if (config.role !== 'web') return { find: () => null };
  const call = (handle: (request: Request) => Promise<Response>): DirectCall => ({
    handle: (request) => handle(request).catch((error: unknown) => errorResponse(error, services)),
    ...{ params: {}, takesBytes: false },
  });
  return {
    find(method, url) {
      const path = url.split('?', 1)[0] ?? '';
      const there = runners.listReachable();
      if (there.length === 0) return null;
      if (endpoints.test(path))
        return call((request) => forwardRequest(services, checked(request), stickyFor(request, there)));
      const page = method === 'GET' || method === 'HEAD' ? pages.exec(path) : null;
      if (page === null) return null;
      const address = runnerFor(page.groups?.name, there);
      return address === null ? null : call((request) => forwardPage(services, request, address, url));
    },
  };
}

/** Says it at most once in a while: each request that is forwarded by a wrong clock is refused. */
export function createOutdatedReport({ log }: Pick<Services, 'log'>): () => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - reportedMs < limits.forwardedMarkSeconds * 1_000) return;
    reportedMs = performance.now();
    log.warn(
      `a forwarded request was refused: the clock of its sender is more than ${limits.forwardedMarkSeconds} s from this one, or it was sent again later. Set the clocks of all machines by NTP`,
    );
  };
}

/** A server may start before its store. */
async function untilRead(runners: Pick<Services['runners'], 'readSecret'>): Promise<string> {
  for (;;) {
    const secret = await runners.readSecret().catch(() => null);
    if (secret !== null) return secret;
    await wait(limits.runnersKnownMs, null, { ref: false });
  }
}

/** @throws VitrineError `no_runner` for a request that was forwarded to a process that is no runner */
function checked(request: Request): Request {
  if (!request.headers.has(forwardedHeader)) return request;
  throw new VitrineError('no_runner', 'The address that a runner has registered leads to a web process.');
}

/** The least busy of those that have the workspace; `null`: none has. */
function runnerFor(name: string | undefined, there: readonly RunnerRecord[]): string | null {
  if (name === undefined) return pickRunner(there)?.address ?? null;
  const workspace = decodeURIComponent(name);
  return pickRunner(there.filter((runner) => hasFiles(runner, { workspace })))?.address ?? null;
}

/** Sessions and calls of a client belong to one process: the same one, as long as it is there. */
function stickyFor({ headers }: Request, there: readonly RunnerRecord[]): string {
  const client = headers.get('authorization') ?? '';
  const weightOf = ({ address }: RunnerRecord) =>
    createHash('sha256').update(`${client}\n${address}`).digest('hex');
  const [first = ''] = there.map((runner) => `${weightOf(runner)} ${runner.address}`).toSorted();
  return first.slice(first.indexOf(' ') + 1);
}

async function forwardPage(
  services: Services,
  request: Request,
  address: string,
  url: string,
): Promise<Response> {
  try {
    return await forwardRequest(services, checked(request), address);
  } catch (error) {
    if (request.headers.has(forwardedHeader) || !isVitrineError(error) || error.code !== 'no_runner')
      throw error;
    // Asked again, another one answers, or this process: what did not respond is avoided for a while.
    return new Response(null, { status: 307, headers: { Location: url } });
  }
}
