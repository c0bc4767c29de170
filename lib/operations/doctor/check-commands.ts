import type { ServerCheck } from '#lib/core/api/server-check.ts';
import { errorMessage } from '#lib/core/errors.ts';
import type { CommandStatus } from '#lib/core/vocabulary/command-status.ts';
import type { Services } from '#lib/services.ts';

type Needs = Pick<Services, 'commands' | 'config'>;

/** Where commands run; a fault says why they do not, and what would change that. */
export function checkExecution(
  { mode, reason }: CommandStatus,
  { execMode, role }: Pick<Services['config'], 'execMode' | 'role'>,
): ServerCheck {
  const name = 'Commands';
  if (execMode === 'off') {
    const finding = role === 'web' ? 'off here: VITRINE_ROLE is web' : 'off, as VITRINE_EXEC says';
    return { name, outcome: 'ok', finding, advice: null };
  }
  if (reason !== null) return { name, outcome: 'fault', finding: 'off', advice: reason };
  if (mode === 'unsafe-host') {
    return {
      name,
      outcome: 'warning',
      finding: 'run with all rights of this server',
      advice: 'Remove VITRINE_EXEC=unsafe-host unless you alone use this server.',
    };
  }
  return { name, outcome: 'ok', finding: 'run in the sandbox, which was tried out', advice: null };
}

function checkMemory({ memory, memoryReason }: CommandStatus): ServerCheck {
  const name = 'Memory of commands';
  return memory === 'control group'
    ? { name, outcome: 'ok', finding: 'limited by the kernel', advice: null }
    : {
        name,
        outcome: 'warning',
        finding: 'only measured, four times a second: a command may exceed its limit for a moment',
        advice: memoryReason,
      };
}

/** Runs a command that could reach a host, and reaches none. */
async function checkNetwork({ commands, config }: Needs): Promise<ServerCheck> {
  const name = 'Network of commands';
  const [root] = config.workspaces;
  if (root === undefined)
    return { name, outcome: 'warning', finding: 'not tried: there is no workspace', advice: null };
  try {
    const running = await commands.run({
      root,
      conversationId: 'doctor',
      program: { kind: 'shell', command: 'true' },
      hosts: ['host.invalid'],
      timeoutMs: 20_000,
      signal: AbortSignal.timeout(30_000),
    });
    for await (const _ of running.output);
    const { exitCode } = await running.end;
    if (exitCode !== 0) throw new Error(`a command that does nothing ended with exit ${exitCode}`);
    return { name, outcome: 'ok', finding: 'can be given for allowed hosts', advice: null };
  } catch (error) {
    const advice = 'Commands cannot reach hosts, even where people allow it. Install util-linux (nsenter).';
    return { name, outcome: 'fault', finding: errorMessage(error), advice };
  }
}

export async function checkCommands(needs: Needs): Promise<ServerCheck[]> {
  const status = await needs.commands.check();
  const sandbox = checkExecution(status, needs.config);
  if (status.mode !== 'bwrap') return [sandbox];
  return [sandbox, checkMemory(status), await checkNetwork(needs)];
}
