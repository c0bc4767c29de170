import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { protectWorkspace } from '../protection/protect-workspace.ts';
import type { WorkspaceRootRules } from '../workspace-root.ts';
import type { CommandLimits } from './command-limits.ts';
import type { ControlGroups } from './control-group.ts';
import type { Pipes } from './pipes.ts';
import { prepareSandboxed } from './prepare-sandboxed.ts';
import { launchProgram } from './program-launch.ts';
import { type NodeBinding, programPath } from './sandbox-arguments.ts';
import type { SandboxFolder } from './sandbox-folder.ts';
import { startCommand } from './start-command.ts';

export interface SelfTest {
  folder: SandboxFolder;
  node: NodeBinding;
  outerPath: string;
  groups: ControlGroups | null;
  pipes: Pipes;
  limits: CommandLimits;
  rules: WorkspaceRootRules;
}

export type SelfTestResult =
  | { isConfined: true }
  /**
   * What a program could do that it must not, in words that follow "a program"; `null`: no program could be
   * started.
   */
  | { isConfined: false; breach: string | null; complaint: string };

const timeoutMs = 10_000;

/** Runs a program like every command, and lets it try everything it must not be able to do. */
export async function runSelfTest({
  folder,
  node,
  outerPath,
  groups,
  pipes,
  limits,
  rules,
}: SelfTest): Promise<SelfTestResult> {
  const root = folder.newPath();
  const canary = await folder.add('canary');
  const server = createServer((socket) => socket.destroy());
  try {
    await mkdir(join(root, '.git', 'hooks'), { recursive: true });
    await writeFile(join(root, '.git', 'config'), '');
    await writeFile(join(root, '.env'), 'SECRET=canary\n');
    const port = await listen(server);
    const signal = AbortSignal.timeout(timeoutMs);
    const command = probe(canary, port);
    const needs = { rules, maxMounts: limits.commandMounts, isTrusted: false, record: () => {}, signal };
    const mounts = await protectWorkspace(root, needs);
    const program = await prepareSandboxed({
      networkPid: null,
      environment: null,
      ...{ root, folder, node, outerPath, groups, pipes, limits, timeoutMs },
      mounts,
      launch: launchProgram({ kind: 'shell', command }, programPath),
      isTerminal: false,
      outerVariables: { VITRINE_CANARY: 'canary' },
    });
    try {
      const { running } = await startCommand({
        program,
        pipes,
        root,
        cacheFolder: null,
        timeoutMs,
        limits,
        signal,
      });
      await Promise.race([program.gate?.built, running.end]);
      program.gate?.open();
      const printed = { stdout: '', stderr: '' };
      for await (const { stream, bytes } of running.output) printed[stream] += Buffer.from(bytes).toString();
      const { exitCode } = await running.end;
      if (exitCode === 0 && printed.stdout === 'confined\n') return { isConfined: true };
      const breach = /^breach: (.+)$/m.exec(printed.stdout)?.[1] ?? null;
      return { isConfined: false, breach, complaint: printed.stderr.trim() };
    } finally {
      await program.cleanUp();
    }
  } finally {
    server.close();
    await rm(root, { recursive: true, force: true });
    await rm(canary, { force: true });
  }
}

/** Each line tries one way out; the first that succeeds is reported. */
const probe = (canary: string, port: number): string => `
breach() { echo "breach: $1"; exit 1; }
[[ -e ${quote(canary)} ]] && breach 'sees files outside of the workspace'
(exec 5<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && breach 'reaches the network'
[[ -v VITRINE_CANARY ]] && breach 'sees the environment of the server'
touch /usr/vitrine-canary 2>/dev/null && breach 'changes files of the system'
/usr/bin/unshare -U true 2>/dev/null && breach 'makes namespaces of its own'
[[ -s .env ]] && breach 'reads .env'
(echo >.git/hooks/canary) 2>/dev/null && breach 'plants git hooks'
(echo >.git/config) 2>/dev/null && breach 'changes the configuration of git'
(echo >.git/commondir) 2>/dev/null && breach 'says which repository git reads'
[[ -w /proc/sys/kernel/core_pattern ]] && breach 'changes settings of the kernel'
touch canary 2>/dev/null || breach 'cannot write to the workspace'
echo confined
`;

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const listen = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port to listen on'));
      else resolve(address.port);
    });
  });
