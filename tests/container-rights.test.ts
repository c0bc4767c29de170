import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isWithin } from '#lib/core/algorithms/text/lies-in.ts';
import { type ComposeService, readComposeServices, readContainerImage } from './support/container-rights.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const services = readComposeServices();
const image = readContainerImage();

const written = ({ volumes }: ComposeService): string[] =>
  volumes.flatMap((volume) => (typeof volume === 'string' ? (volume.split(':').at(-1) ?? '') : []));

/** Of every process. */
const common = {
  cap_drop: ['ALL'],
  read_only: true,
  build: '.',
  env_file: [{ path: '.env', required: false }],
  depends_on: { redis: { condition: 'service_healthy' } },
};
/** Tests of a server with these rights make them of the same file: tests/server/least-rights.test.ts. */
const ofCommands = {
  ...common,
  security_opt: [
    'no-new-privileges:true',
    'seccomp=docs/operations/seccomp.json',
    'apparmor=unconfined',
    'systempaths=unconfined',
  ],
  tmpfs: ['/tmp:mode=1777', '/app/.next/compile-cache:uid=10001', '/home/vitrine:uid=10001,exec'],
};
const ofWeb = {
  ...common,
  security_opt: ['no-new-privileges:true'],
  tmpfs: ['/tmp:mode=1777', '/app/.next/compile-cache:uid=10001'],
};

describe('a container of the compose file', () => {
  test.each([
    ['vitrine', ofCommands, ['/workspace', '/data', '/clones', '/backups'], ['127.0.0.1:3000:3000']],
    ['runner', ofCommands, ['/workspace', '/data', '/clones', '/backups'], undefined],
    ['web', ofWeb, ['/data'], ['127.0.0.1:3000:3000']],
  ])('%s has the rights that it needs, and no others', (name, rights, paths, ports) => {
    const service = services[name];
    if (service === undefined) throw new Error(`there is no service ${name}`);
    const { profiles, environment, volumes, stop_grace_period, ports: published, ...others } = service;
    // Nothing else: no privileged, cap_add, devices, pid or network_mode.
    expect(others).toEqual(rights);
    expect(written(service)).toEqual(paths);
    expect(published).toEqual(ports);
    expect(parseInt(stop_grace_period, 10)).toBeGreaterThan(22);
    // What decides what a server runs is in the image, and in no folder that is mounted.
    for (const path of paths) expect(isWithin(image.variables.VITRINE_CONFIG ?? '', path)).toBe(false);
  });

  test('is started by a profile alone: one server, or a web process and a runner', () => {
    const byName = Object.entries(services).map(([name, { profiles }]) => [name, profiles]);
    expect(byName).toEqual([
      ['vitrine', ['team']],
      ['web', ['runners']],
      ['runner', ['runners']],
    ]);
  });

  test('runs as a user who owns whatever is written', () => {
    expect(image.userId).toBe(10001);
    const { volumes } = parse(read('docker-compose.yml'));
    for (const service of Object.values(services)) {
      for (const entry of service.tmpfs)
        if (!entry.startsWith('/tmp:')) expect(entry).toContain(`:uid=${image.userId}`);
      for (const volume of service.volumes) {
        const [, name = '', path = ''] = /(\w+)\}?:(\/.+)$/.exec(volume) ?? [];
        expect(volumes).toHaveProperty(name);
        expect(image.ownFolders).toContain(path);
      }
    }
  });

  test('has the workspace that its variable names, and by default an empty volume', () => {
    for (const name of ['vitrine', 'runner'])
      expect(services[name]?.volumes).toContain('$' + '{VITRINE_WORKSPACE:-workspace}:/workspace');
  });
});

describe('in the image', () => {
  test('the current folder, which is the workspace unless others are named, is not the server’s own', () => {
    expect(image.variables).not.toHaveProperty('VITRINE_WORKSPACES');
    expect(image.workingFolder).toBe('/workspace');
    expect(read('Dockerfile')).toMatch(/^CMD \["node", .*"\/app\/scripts\/start\.ts"\]$/m);
  });

  test('backups have a folder that no command reaches', () => {
    const { VITRINE_DATA_DIR = '', VITRINE_CLONES_DIR = '' } = image.variables;
    for (const reached of [VITRINE_DATA_DIR, VITRINE_CLONES_DIR, image.workingFolder])
      expect(isWithin('/backups', reached)).toBe(false);
  });

  test('there is the command that the page on hosting runs, in services that have it and the folder', () => {
    expect(read('Dockerfile')).toContain('ln -s /app/scripts/vitrine.mjs /usr/local/bin/vitrine');
    expect(statSync(join(root, 'scripts/vitrine.mjs')).mode & 0o111).toBe(0o111);
    const lines = read('docs/hosting.md').matchAll(
      /^docker compose (?:exec|run)(?: -\S+(?: "[^"]*")?)* (\w+) vitrine (\w+) /gm,
    );
    const commands = [...lines].map(([, service = '', command = '']) => [service, command]);
    expect(commands.map(([, command]) => command)).toEqual(['backup', 'restore', 'restore', 'migrate']);
    const program = read('scripts/vitrine.mjs');
    for (const [name = '', command = ''] of commands) {
      const service = services[name];
      expect(service && written(service)).toContain('/backups');
      expect(program).toContain(`  ${command}: ['./${command}.ts'`);
    }
  });
});
