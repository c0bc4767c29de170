import { ConfigError } from '../config/config-error.ts';
import { limits } from '../core/limits.ts';
import { demoRecording } from '../demo/recording.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { applyRetention } from '../operations/team/apply-retention.ts';
import { createAuditForwarder } from '../operations/team/forward-audit.ts';
import { getServices, type Services } from '../services.ts';
import { loadTokenizer } from '../split/tokenizer.ts';
import { inviteFirstAdmin } from '../team/invites.ts';
import { linkFiles } from '../workspace/link-files.ts';
import { findDirectCall } from './direct-routes.ts';
import { openForwarding } from './forwarding/forwarded-paths.ts';
import { answerBeforeNext } from './front-door.ts';
import { openPageFiles } from './page-files.ts';

const doubledSignalMs = 500;

/** Starts the background work: recovering runs of a process that ended, expiry, and an orderly shutdown. */
export async function startServer(): Promise<void> {
  const services = getServices();
  checkRole(services.config);
  const { mode, reason } = await services.commands.check();
  if (reason !== null && services.config.role !== 'web') services.log.warn({ mode }, reason);
  if (isBehindUnknownProxy(services.config)) {
    services.log.warn(
      'VITRINE_BASE_URL is https, so there is a proxy in front of this server. Set VITRINE_TRUSTED_PROXIES to its address, or sign-in limits count everybody as one address.',
    );
  }
  await services.traces.start().catch((error) => services.log.warn({ err: error }, 'traces cannot be sent'));
  for (const { path, problem } of await services.readToolFiles())
    if (problem !== null) services.log.error({ path }, `a file of tools gives none: ${problem}`);
  void services.runners.start();
  services.runner.start();
  services.searchIndexer.catchUp();
  services.notifications.start();
  services.waitingMarks
    .repair()
    .catch((error) => services.log.error({ err: error }, 'lists could not be kept up to date'));
  // So that the first tool call does not wait for the token table.
  void loadTokenizer();
  removeWorktrees(services);
  await seed(services).catch((error) =>
    services.log.warn({ err: error }, 'the demo conversation could not be made'),
  );
  if (services.config.signIn !== null) {
    await logFirstInviteOnceMade(services);
  }
  const sweeping = setInterval(() => {
    services.stores
      .sweep()
      .catch((error) => services.log.warn({ err: error }, 'expired artifacts were not tidied'));
  }, limits.reapIntervalMs);
  sweeping.unref();
  const apply = () =>
    void applyRetention(services).catch((error) =>
      services.log.error({ err: error }, 'retention was not applied'),
    );
  apply();
  forwardAudit(services);
  setInterval(apply, limits.retentionIntervalMs).unref();

  let endedAtMs: number | null = null;
  const end = (signal: NodeJS.Signals) => {
    // A second signal exits at once; unfinished work is marked interrupted at the next start. One Ctrl-C
    // arrives twice at the same moment, from the terminal and from npm.
    if (endedAtMs !== null) {
      if (services.nowMs() - endedAtMs > doubledSignalMs) process.exit(1);
      return;
    }
    endedAtMs = services.nowMs();
    services.log.info({ signal }, 'ending');
    services.shutDown().then(
      () => process.exit(0),
      (error) => {
        services.log.error({ err: error }, 'the end was not orderly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const pageFiles = await openPageFiles(services);
  const forwardedPaths = openForwarding(services);
  answerBeforeNext(
    (method, url) =>
      forwardedPaths.find(method, url) ?? findDirectCall(method, url) ?? pageFiles.find(method, url),
  );
}

/** @throws ConfigError under `next dev`, which has no front door */
function checkRole({ role, build }: Services['config']): void {
  if (role !== 'all' && build === null)
    throw new ConfigError(`VITRINE_ROLE is ${role}, for which the server has to be built: use npm start.`);
}

/** Of conversations that another process has deleted. */
function removeWorktrees({ stores, worktrees, log }: Services): void {
  stores.leases.onAsked((conversationId, { kind }) => {
    if (kind !== 'removed') return;
    const remove = async () => {
      if ((await stores.conversations.get(conversationId)) === null) await worktrees.remove(conversationId);
    };
    remove().catch((error) => log.warn({ err: error }, 'a worktree is not removed whole'));
  });
}

/** Says once that the sink takes nothing, and once that it does again. */
function forwardAudit(services: Services): void {
  if (services.config.auditSink === null) return;
  const forwarder = createAuditForwarder(services);
  let hasFailed = false;
  setInterval(async () => {
    try {
      await forwarder.forward();
      if (hasFailed) services.log.info('the audit log is sent again');
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) services.log.error({ err: error }, 'the audit log is not sent: trying again');
      hasFailed = true;
    }
  }, limits.auditForwardMs).unref();
}

/** This server does not terminate TLS, so https implies a proxy. */
const isBehindUnknownProxy = ({ signIn, baseUrl, trustedProxies }: Services['config']): boolean =>
  signIn !== null && baseUrl?.startsWith('https:') === true && trustedProxies.length === 0;

const inviteRetryMs = 5_000;

/** Retries while the store is unavailable: without the link nobody could ever sign in. */
async function logFirstInviteOnceMade(services: Services): Promise<void> {
  await logFirstInvite(services).catch((error) => {
    services.log.warn(
      { err: error },
      'An invite for the first admin could not be made. Trying again in a few seconds.',
    );
    setTimeout(() => void logFirstInviteOnceMade(services), inviteRetryMs).unref();
  });
}

/** Before there is an admin, whoever can read the server's log gets the first invite. */
async function logFirstInvite(services: Services): Promise<void> {
  const token = await inviteFirstAdmin(services, services.newId('inv'));
  if (token === null) return;
  const url = new URL(`/join/${token}`, services.config.baseUrl ?? undefined).href;
  services.log.warn(
    `There is no admin yet. Open this link to become the first (works once, expires in 24 hours): ${url}`,
  );
}

async function seed(services: Services): Promise<void> {
  // The demo is for a single person: a team starts without it.
  if (services.config.signIn !== null || services.config.role === 'web') return;
  await seedDemo(demoRecording(), {
    ...services,
    placeFiles: (conversationId, files) => linkFiles(services.worktrees.pathOf(conversationId), files),
    member: services.localMember,
  });
}
