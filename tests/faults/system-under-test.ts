import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { copyVersion, type OtherVersion } from '../support/other-version.ts';
import { numberedLines } from '../support/stage.ts';
import { newDataDir } from '../support/vitrine-server.ts';
import type { Deployment, DeploymentName } from './deployment.ts';
import { type FaultyModel, planFile, startFaultyModel } from './faulty-model.ts';
import { openDeployment } from './open-deployment.ts';
import { metricsToken, type ServerSlot, startSlot } from './server-slot.ts';
import { inviteTeam, onePerson, type Team } from './team.ts';

/** Servers, their store, their model and a workspace, all of which faults are caused in. */
export interface SystemUnderTest {
  deployment: Deployment;
  servers: ServerSlot[];
  /** Those of them that people reach. */
  frontServers: ServerSlot[];
  model: FaultyModel;
  workspace: string;
  team: Team;
  /** A file with the seconds by which the clock of servers is ahead, once they receive `SIGUSR2`. */
  clockFile: string;
  /** Name of the present round, which its commands print. */
  round: string;
  close(): Promise<void>;
}

/** Starts a program that has a file system of that size there, and no other difference. */
function onOwnDisk(folder: string, bytes: number): string[] {
  mkdirSync(folder, { recursive: true });
  const everything = ['--dev-bind', '/', '/', '--die-with-parent'];
  return ['bwrap', ...everything, '--size', String(bytes), '--tmpfs', folder];
}

export const planFileText = numberedLines(3_000, (number) => `line ${number} of ${number * 7}`);

/** @param otherVersion of a checkout that was built; `null`, or where servers have roles, which it may not know: this one under another name */
export async function openSystem(
  name: DeploymentName,
  otherVersion: OtherVersion | null = null,
): Promise<SystemUnderTest> {
  const workspace = mkdtempSync(join(tmpdir(), 'vitrine-workspace-'));
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-faults-'));
  writeFileSync(join(workspace, planFile), planFileText);
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  const deployment = await openDeployment(name);
  const other = (deployment.roles.includes('web') ? null : otherVersion) ?? copyVersion();
  const model = await startFaultyModel(() => system.round);
  const system: SystemUnderTest = {
    ...{ deployment, servers: [], frontServers: [], model, workspace, clockFile, round: '' },
    team: onePerson,
    async close() {
      for (const server of system.servers) await server.end();
      await model.close();
      await deployment.close();
      if (other !== otherVersion) other.remove();
      for (const each of [workspace, folder]) rmSync(each, { recursive: true, force: true });
    },
  };
  try {
    await startServers(system, other);
  } catch (error) {
    await system.close();
    throw error;
  }
  return system;
}

async function startServers(system: SystemUnderTest, other: OtherVersion): Promise<void> {
  const { deployment, model, workspace, clockFile } = system;
  for (const role of deployment.roles) {
    const environment = {
      ...deployment.environment,
      OPENAI_BASE_URL: model.url,
      VITRINE_MODEL: 'scripted',
      VITRINE_OPENAI_API: 'chat',
      VITRINE_ROLE: role,
      VITRINE_SECRET: 'a secret of thirty-two characters',
      VITRINE_METRICS_TOKEN: metricsToken,
      VITRINE_FAULTS_CLOCK: clockFile,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shift-clock.mjs')}`,
    };
    const port = await freePort();
    const signIn = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: `http://127.0.0.1:${port}` };
    const dataDir = newDataDir();
    const { diskBytes } = deployment;
    const server = await startSlot({
      ...{ port, dataDir, workspace: role === 'web' ? '' : workspace, other: other.launcher },
      ...(diskBytes === null ? {} : { startedBy: onOwnDisk(dataDir, diskBytes) }),
      environment: { ...environment, ...(deployment.hasTeam ? signIn : {}) },
    });
    system.servers.push(server);
    if (role !== 'runner') system.frontServers.push(server);
  }
  if (deployment.hasTeam) system.team = await inviteTeam(system.servers);
}
