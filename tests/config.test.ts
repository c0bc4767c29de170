import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../lib/config/config-error.ts';
import { modelVisions } from '../lib/config/offered-models.ts';
import { type Config, execModes, readConfig } from '../lib/config.ts';
import { splitLevels } from '../lib/split/split.ts';
import { readComposeServices, readContainerImage } from './support/container-rights.ts';
import { tempFolder, writeFiles } from './support/temp-folder.ts';

const folder = tempFolder();
const data = tempFolder();
const read = (environment: Record<string, string | undefined> = {}): Config =>
  readConfig({ INIT_CWD: folder, VITRINE_DATA_DIR: data, ...environment });

/** What is wrong, in one sentence for people. */
function complaint(environment: Record<string, string | undefined>): string {
  try {
    read(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    const { message } = error as ConfigError;
    expect(message).not.toContain('\n');
    expect(message).toMatch(/\.$/);
    expect(message.length).toBeLessThan(400);
    return message;
  }
  return 'nothing';
}

const visionOf = (set: Record<string, string | undefined>) => read(set).offeredModels[0]?.vision;

describe('the role of a process', () => {
  const VITRINE_SECRET = 'a secret of thirty-two characters';
  const REDIS_URL = 'redis://127.0.0.1:6379';
  const signIn = { VITRINE_SECRET, VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'https://vitrine.example' };

  test('a web process has no workspaces and no commands', () => {
    expect(read({ REDIS_URL, VITRINE_SECRET, VITRINE_ROLE: 'web' })).toMatchObject({
      ...{ role: 'web', runnerUrl: null, workspaces: [], execMode: 'off' },
    });
  });

  test('a runner is reached at its host and port, or where the settings say', () => {
    const urlOf = (set: Record<string, string>) => read({ REDIS_URL, ...set }).runnerUrl;
    expect(urlOf({})).toBe('http://127.0.0.1:3000');
    expect(urlOf({ ...signIn, HOST: '10.0.0.5', PORT: '3001' })).toBe('http://10.0.0.5:3001');
    expect(urlOf({ ...signIn, HOST: 'fd00::5' })).toBe('http://[fd00::5]:3000');
    expect(urlOf({ ...signIn, HOST: '0.0.0.0', VITRINE_ROLE: 'runner' })).toBe(`http://${hostname()}:3000`);
    expect(urlOf({ VITRINE_RUNNER_URL: 'https://runner.example/x' })).toBe('https://runner.example');
    expect(read({ VITRINE_ROLE: 'all' }).runnerUrl).toBeNull();
  });

  test('what contradicts it is refused', () => {
    expect(complaint({ VITRINE_ROLE: 'runner' })).toMatch('VITRINE_ROLE is runner.');
    expect(complaint({ VITRINE_ROLE: 'web' })).toMatch('set REDIS_URL');
    expect(complaint({ VITRINE_ROLE: 'worker', REDIS_URL })).toMatch('VITRINE_ROLE is not valid');
    expect(complaint({ VITRINE_RUNNER_URL: 'http://10.0.0.5' })).toMatch('needs REDIS_URL');
    expect(complaint({ VITRINE_RUNNER_URL: 'ftp://10.0.0.5', REDIS_URL })).toMatch(
      'VITRINE_RUNNER_URL is not valid',
    );
    expect(complaint({ VITRINE_ROLE: 'web', REDIS_URL })).toMatch('set VITRINE_SECRET, the same for all');
    const web = { VITRINE_ROLE: 'web', REDIS_URL, VITRINE_SECRET };
    expect(complaint({ ...web, VITRINE_RUNNER_URL: 'http://10.0.0.5' })).toMatch('is for runners');
    expect(complaint({ ...web, VITRINE_WORKSPACES: folder })).toMatch('VITRINE_WORKSPACES is for runners');
    expect(complaint({ ...web, VITRINE_EXEC: 'bwrap' })).toMatch('Unset VITRINE_EXEC, which is bwrap');
  });
});

describe('the settings of a container', () => {
  const root = join(import.meta.dirname, '..');
  const { variables } = readContainerImage();
  /** Paths of the image that this machine does not have. */
  const here = {
    [variables.VITRINE_CONFIG ?? '']: join(root, 'docs', 'operations', 'empty-config.json'),
    '/workspace': folder,
  };
  const readHere = (set: Record<string, string>): Config =>
    readConfig(Object.fromEntries(Object.entries(set).map(([name, value]) => [name, here[value] ?? value])));
  /** All of .env.example, as a server outside of containers has it. */
  const team: Record<string, string> = {
    ...Object.fromEntries(
      [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    ),
    VITRINE_SECRET: 'a secret of thirty-two characters',
  };
  const withDefaults = (value: unknown, set: Record<string, string>): string =>
    String(value).replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name, usual) => set[name] || usual);

  test('of the image alone make a web process, or a server of the current folder', () => {
    const REDIS_URL = 'redis://redis:6379';
    const { VITRINE_SECRET = '' } = team;
    const web = readHere({ ...variables, VITRINE_ROLE: 'web', REDIS_URL, VITRINE_SECRET });
    expect(web).toMatchObject({ role: 'web', workspaces: [], execMode: 'off', dataDir: '/data' });
    expect(readHere({ ...variables, INIT_CWD: folder })).toMatchObject({ role: 'all', workspaces: [folder] });
  });

  test.each([
    ['vitrine', 'all', [folder]],
    ['web', 'web', []],
    ['runner', 'runner', [folder]],
  ])('of the service %s are accepted, whatever a file .env says', (name, role, workspaces) => {
    const { environment = {} } = readComposeServices()[name] ?? {};
    for (const set of [
      team,
      { ...team, VITRINE_RUNNER_URL: '', VITRINE_CONFIG: '', VITRINE_EXEC: 'bwrap' },
    ]) {
      const own = Object.entries(environment).map(([key, value]) => [key, withDefaults(value, set)]);
      const config = readHere({ ...variables, ...set, ...Object.fromEntries(own) });
      expect(config).toMatchObject({ role, workspaces, host: '0.0.0.0', port: 3000, dataDir: '/data' });
      expect(config.redisUrl).toBe('redis://redis:6379');
    }
  });
});

describe('settings that are not set', () => {
  test('are what the documents say', () => {
    expect(readConfig({ INIT_CWD: folder })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: expect.any(String),
      role: 'all',
      runnerUrl: null,
      workspaces: [folder],
      clonesDir: expect.any(String),
      cloneFrom: [],
      toolchains: [],
      network: { approval: 'ask', hosts: [], privateHosts: {} },
      compaction: { share: 0.8, model: null, byProvider: false },
      codeMode: false,
      agents: new Map(),
      mcpCommands: { allowed: [], path: '' },
      workspaceFolders: [],
      redisUrl: null,
      artifactTtlSeconds: 1_800,
      renewWhileOpen: true,
      artifactBytes: null,
      offeredModels: [],
      configPath: null,
      configFile: join(folder, 'vitrine.config.json'),
      secretNames: [],
      splits: { level: 'balanced', byPattern: {} },
      approvals: {},
      budgets: [],
      prices: {},
      excludedTools: [],
      toolFiles: [],
      mcpServers: new Map(),
      pasteTokens: 2_000,
      models: {},
      mediaTitles: true,
      execMode: 'auto',
      baseUrl: null,
      trustedProxies: [],
      webhookOrigins: [],
      pushOrigins: [],
      contentUrl: null,
      secrets: [],
      metricsToken: null,
      auditSink: null,
      secret: null,
      otlp: null,
      build: null,
      logLevel: 'info',
      localName: userInfo().username,
      signIn: null,
    } satisfies Config);
  });

  test('are so too when they are set to nothing', () => {
    const empty = {
      PORT: ' ',
      HOST: '',
      VITRINE_SPLIT: '',
      REDIS_URL: '',
      OPENAI_API_KEY: '',
      LOG_LEVEL: ' ',
    };
    expect(read(empty)).toEqual(read());
  });

  test('take the current folder where npm names none', () => {
    expect(readConfig({ VITRINE_DATA_DIR: data }).workspaces).toEqual([process.cwd()]);
  });
});

describe('settings', () => {
  test('are taken as given', () => {
    const set = { PORT: '8080', HOST: 'localhost', LOG_LEVEL: 'silent', REDIS_URL: 'redis://x:6379' };
    expect(read({ ...set, VITRINE_ARTIFACT_TTL_SECONDS: '60' })).toMatchObject({
      port: 8080,
      host: 'localhost',
      logLevel: 'silent',
      redisUrl: 'redis://x:6379',
      artifactTtlSeconds: 60,
    });
    for (const level of splitLevels) expect(read({ VITRINE_SPLIT: level }).splits.level).toBe(level);
    for (const mode of execModes) expect(read({ VITRINE_EXEC: mode }).execMode).toBe(mode);
    const named = { OPENAI_API_KEY: 'sk-x', VITRINE_MODEL: 'gpt-x' };
    for (const vision of modelVisions)
      expect(visionOf({ ...named, VITRINE_MODEL_VISION: vision })).toBe(vision);
    expect(read({ VITRINE_MEDIA_TITLES: 'off' }).mediaTitles).toBe(false);
    expect(read({ PORT: '0' }).port).toBe(0);
  });

  test('that cannot be used are reported by name', () => {
    const unusable: [string, string[]][] = [
      ['PORT', ['x', '-1', '65536', '1.5', '3000x', 'NaN']],
      ['VITRINE_ARTIFACT_TTL_SECONDS', ['0', '-1', '1.5', 'x', '999999999999', 'Infinity']],
      ['VITRINE_SPLIT', ['none', 'BALANCED', '1']],
      ['VITRINE_MODEL_VISION', ['yes', 'ON']],
      ['VITRINE_MEDIA_TITLES', ['true', '1']],
      ['VITRINE_EXEC', ['on', 'BWRAP', 'unsafe']],
      ['LOG_LEVEL', ['verbose', 'INFO']],
      ['VITRINE_OPENAI_API', ['completions', 'Chat']],
      ['OPENAI_BASE_URL', ['localhost:8080', 'ftp://x', 'x', 'http://']],
      ['VITRINE_BASE_URL', ['localhost:3000', 'javascript:alert(1)', 'x']],
      ['HOST', ['0.0.0.0', 'local host']],
      ['VITRINE_SIGN_IN', ['on', 'true', 'INVITES', 'oidc']],
      ['OIDC_ISSUER', ['id.example', 'ftp://id.example', 'x']],
      ['VITRINE_ARTIFACT_MB', ['0', '-1', '1.5', 'many', '10000001']],
      ['OIDC_GROUPS', ['yes', 'true']],
      ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['traces.example', 'grpc://traces.example']],
      ['VITRINE_TRUSTED_PROXIES', ['1', 'loopback', '10.0.0', '10.0.0.0/33', 'fd00::/129', '10.0.0.1/8/8']],
    ];
    for (const [name, values] of unusable)
      for (const value of values) expect(complaint({ [name]: value }), `${name}=${value}`).toContain(name);
  });

  test('nobody knows are no concern', () => {
    expect(read({ __proto__: 'x', PATH: '/bin', VITRINE_UNKNOWN: '1' })).toEqual(read());
  });
});

describe('without sign-in', () => {
  test('only this machine is served, whatever else is set', () => {
    for (const HOST of [
      '0.0.0.0',
      '::',
      '[::]',
      '192.168.1.5',
      'vitrine.example',
      '127.0.0.2',
      'localhost.evil.example',
      '0',
    ])
      expect(complaint({ HOST })).toBe(
        `HOST is ${HOST}, so anyone who reaches this server could use it without signing in. Set OIDC_ISSUER and OIDC_CLIENT_ID, or VITRINE_SIGN_IN=invites, or HOST=127.0.0.1.`,
      );
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(read({ HOST }).host).toBe(HOST);
  });

  test('commands with the rights of the server are for this machine only', () => {
    const refused = complaint({ VITRINE_EXEC: 'unsafe-host', HOST: '0.0.0.0' });
    expect(refused).toMatch(
      /^VITRINE_EXEC=unsafe-host .* Use it only with HOST=127\.0\.0\.1 and without sign-in\.$/,
    );
    expect(read({ VITRINE_EXEC: 'unsafe-host', HOST: 'localhost' }).execMode).toBe('unsafe-host');
  });

  test('no other address is reported for it', () => {
    const foreign = [
      'https://vitrine.example',
      'http://0.0.0.0:3000',
      'http://localhost@evil.example',
      'http://127.0.0.1.evil.example',
    ];
    for (const VITRINE_BASE_URL of foreign)
      expect(complaint({ VITRINE_BASE_URL })).toMatch(
        /^VITRINE_BASE_URL is .* Set OIDC_ISSUER and OIDC_CLIENT_ID, or VITRINE_SIGN_IN=invites, or unset it\.$/,
      );
    expect(read({ VITRINE_BASE_URL: 'http://localhost:3000/path?x' }).baseUrl).toBe('http://localhost:3000');
    expect(read({ VITRINE_BASE_URL: 'http://[::1]:3000' }).baseUrl).toBe('http://[::1]:3000');
  });
});

describe('an origin of its own for user content', () => {
  const base = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'https://chat.example' };

  test('is another host, by https', () => {
    const content = (VITRINE_CONTENT_URL: string) => complaint({ ...base, VITRINE_CONTENT_URL });
    expect(read({ ...base, VITRINE_CONTENT_URL: 'https://content.example/x' }).contentUrl).toBe(
      'https://content.example',
    );
    for (const same of ['https://chat.example', 'https://chat.example:8443'])
      expect(content(same)).toMatch(/host must differ from that of https:\/\/chat\.example\.$/);
    expect(content('http://content.example')).toMatch(
      /needs https, and http:\/\/content\.example does not use it\.$/,
    );
    expect(content('content.example')).toContain('VITRINE_CONTENT_URL');
  });

  test('needs to know where people reach the server', () => {
    const alone = complaint({ VITRINE_CONTENT_URL: 'https://content.example' });
    expect(alone).toBe('VITRINE_CONTENT_URL needs VITRINE_BASE_URL. Set both.');
  });
});

test('proxies are named by their addresses and networks', () => {
  const proxies = (VITRINE_TRUSTED_PROXIES: string) => read({ VITRINE_TRUSTED_PROXIES }).trustedProxies;
  expect(proxies('127.0.0.1, 172.16.0.0/12 fd00::/8')).toEqual(['127.0.0.1', '172.16.0.0/12', 'fd00::/8']);
  expect(proxies(' ')).toEqual([]);
});

describe('with sign-in', () => {
  const invites = { VITRINE_SIGN_IN: 'invites' };
  const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'vitrine' };
  const base = { VITRINE_BASE_URL: 'https://chat.example' };

  test('members come by invites, or from a provider', () => {
    expect(read({ ...invites, ...base }).signIn).toEqual({ oidc: null });
    const provider = { issuer: 'https://id.example', clientId: 'vitrine' };
    expect(read({ ...oidc, ...base }).signIn).toEqual({
      oidc: { ...provider, clientSecret: null, adminGroup: null, readsGroups: false },
    });
    const more = { OIDC_CLIENT_SECRET: 'hush', OIDC_ADMIN_GROUP: 'admins' };
    expect(read({ ...invites, ...oidc, ...more, ...base }).signIn).toEqual({
      oidc: { ...provider, clientSecret: 'hush', adminGroup: 'admins', readsGroups: true },
    });
  });

  test('any address is served, under the name that is set', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', '127.0.0.1'])
      expect(read({ HOST, ...invites, ...base })).toMatchObject({
        host: HOST,
        baseUrl: 'https://chat.example',
      });
    for (const signIn of [invites, oidc])
      expect(complaint({ HOST: '0.0.0.0', ...signIn })).toBe(
        'Sign-in needs VITRINE_BASE_URL. Set it to the address at which people open this server.',
      );
  });

  test('a provider is named whole, and reached by https unless it is on this machine', () => {
    const whole = 'OIDC_ISSUER and OIDC_CLIENT_ID need each other. Set both.';
    expect(complaint({ OIDC_ISSUER: oidc.OIDC_ISSUER, ...base })).toBe(whole);
    expect(complaint({ OIDC_CLIENT_ID: 'vitrine', ...invites, ...base })).toBe(whole);
    // What only a provider would use was meant for one.
    for (const [name, value] of [
      ['OIDC_CLIENT_SECRET', 'hush-hush'],
      ['OIDC_ADMIN_GROUP', 'admins'],
      ['OIDC_GROUPS', 'on'],
    ] as const) {
      const needs = `${name} needs a provider. Set OIDC_ISSUER and OIDC_CLIENT_ID, or unset it.`;
      expect(complaint({ [name]: value, ...invites, ...base })).toBe(needs);
      expect(complaint({ [name]: value })).toBe(needs);
    }
    for (const OIDC_ISSUER of ['http://id.example', 'http://127.0.0.1.evil.example', 'http://10.0.0.5'])
      expect(complaint({ ...oidc, OIDC_ISSUER, ...base })).toMatch(/^OIDC_ISSUER is .* must use https\.$/);
    const near = read({ ...oidc, OIDC_ISSUER: 'http://localhost:8080/realms/team', ...base });
    expect(near.signIn?.oidc?.issuer).toBe('http://localhost:8080/realms/team');
  });

  test('nobody’s commands have the rights of the server', () => {
    expect(complaint({ VITRINE_EXEC: 'unsafe-host', ...invites, ...base })).toContain('without sign-in');
  });

  test('no secret is reported in a complaint', () => {
    const text = complaint({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_SECRET: 'hush-hush', ...base });
    expect(text).not.toContain('hush-hush');
  });
});

describe('the model', () => {
  const key = { OPENAI_API_KEY: 'sk-secret' };
  const url = { OPENAI_BASE_URL: 'http://localhost:11434/v1' };
  const model = { VITRINE_MODEL: 'gpt-x' };

  test('is the offline one unless a key or an address is set', () => {
    expect(read().offeredModels).toEqual([]);
    expect(complaint(model)).toContain('VITRINE_MODEL is set, but neither');
  });

  test('has to be named with a key or an address', () => {
    for (const set of [key, url, { ...key, ...url }])
      expect(complaint(set)).toContain('VITRINE_MODEL is not. Set it');
    expect(complaint(key)).not.toContain('sk-secret');
  });

  test('speaks the protocol of its place, or the one that is set', () => {
    const only = (set: Record<string, string>) => read(set).offeredModels[0];
    expect(read({ ...key, ...model }).offeredModels).toEqual([
      {
        id: 'gpt-x',
        label: 'gpt-x',
        vision: 'auto',
        reasoning: null,
        model: 'gpt-x',
        apiKey: 'sk-secret',
        baseUrl: null,
        api: 'responses',
      },
    ]);
    expect(only({ ...key, ...model })).toMatchObject({
      model: 'gpt-x',
      apiKey: 'sk-secret',
      baseUrl: null,
      api: 'responses',
    });
    expect(only({ ...url, ...model })).toMatchObject({
      model: 'gpt-x',
      apiKey: null,
      baseUrl: url.OPENAI_BASE_URL,
      api: 'chat',
    });
    expect(only({ ...key, ...url, ...model, VITRINE_OPENAI_API: 'responses' })?.api).toBe('responses');
    expect(only({ ...key, ...model, VITRINE_OPENAI_API: 'chat' })?.api).toBe('chat');
  });
});

describe('workspaces', () => {
  writeFiles(folder, { 'one/a': '', 'two/a': '', 'deep/one/a': '', file: '' });
  const inFolder = (...names: string[]) => names.map((name) => join(folder, name)).join(',');

  test('are the folders of a list, as they really are', () => {
    symlinkSync(join(folder, 'two'), join(folder, 'link'));
    expect(read({ VITRINE_WORKSPACES: inFolder('one', 'link') }).workspaces).toEqual([
      join(folder, 'one'),
      join(folder, 'two'),
    ]);
    expect(
      read({ VITRINE_WORKSPACES: ` ${join(folder, 'one')} , ${join(folder, 'two')} ` }).workspaces,
    ).toHaveLength(2);
  });

  test('are looked up from the folder the command was typed in', () => {
    expect(read({ VITRINE_WORKSPACES: 'one,./two' }).workspaces).toEqual([
      join(folder, 'one'),
      join(folder, 'two'),
    ]);
    expect(read({ VITRINE_WORKSPACES: '.', INIT_CWD: join(folder, 'one') }).workspaces).toEqual([
      join(folder, 'one'),
    ]);
  });

  test('never are a folder that nobody named', () => {
    for (const list of ['one,', ',one', 'one,,two', 'one, ,two'])
      expect(read({ VITRINE_WORKSPACES: list }).workspaces).not.toContain(process.cwd());
    expect(complaint({ VITRINE_WORKSPACES: ',' })).toContain('VITRINE_WORKSPACES');
  });

  test('that are no folders are reported', () => {
    for (const name of ['none', 'file', 'one/a'])
      expect(complaint({ VITRINE_WORKSPACES: inFolder(name) })).toBe(
        `VITRINE_WORKSPACES names ${join(folder, name)}, which is not a readable folder.`,
      );
  });

  test('may share a name, but none is there twice', () => {
    expect(read({ VITRINE_WORKSPACES: inFolder('one', 'deep/one') }).workspaces).toHaveLength(2);
    expect(read({ VITRINE_WORKSPACES: inFolder('one', 'one') }).workspaces).toHaveLength(1);
  });
});

describe('the data folder', () => {
  test('is by default one of the folder, below the state of the person', () => {
    const state = tempFolder();
    const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12);
    expect(readConfig({ INIT_CWD: folder, XDG_STATE_HOME: state }).dataDir).toBe(
      join(state, 'vitrine', hash),
    );
    expect(readConfig({ INIT_CWD: folder }).dataDir).toBe(join(homedir(), '.local/state/vitrine', hash));
  });

  test('is looked up from the folder the command was typed in, and not made', () => {
    const around = tempFolder();
    mkdirSync(join(around, 'ws'));
    const config = readConfig({ INIT_CWD: join(around, 'ws'), VITRINE_DATA_DIR: '../data' });
    expect(config.dataDir).toBe(join(around, 'data'));
    expect(existsSync(config.dataDir)).toBe(false);
  });

  test('never lies in a workspace, nor a workspace in it, by whatever name', () => {
    const around = tempFolder();
    writeFiles(around, { 'ws/a': '', 'ws-data/a': '', 'other/ws/a': '' });
    symlinkSync(join(around, 'ws'), join(around, 'link'));
    symlinkSync(around, join(around, 'other/up'));
    const inside = [
      'ws',
      'ws/data',
      'ws/not/there/yet',
      'link',
      'link/data',
      'other/up/ws/data',
      '.',
      'other/up',
      'ws/../ws',
    ];
    for (const path of inside)
      expect(
        complaint({ VITRINE_WORKSPACES: join(around, 'ws'), VITRINE_DATA_DIR: join(around, path) }),
        path,
      ).toMatch(/overlap\. Set VITRINE_DATA_DIR to a separate folder\.$/);
    expect(complaint({ VITRINE_WORKSPACES: '/', VITRINE_DATA_DIR: around })).toContain('VITRINE_DATA_DIR');
    // Beside it, with a name that begins alike, is apart.
    const apart = { VITRINE_WORKSPACES: join(around, 'ws'), VITRINE_DATA_DIR: join(around, 'ws-data') };
    expect(read(apart).dataDir).toBe(join(around, 'ws-data'));
  });

  test('is held apart from each of several workspaces', () => {
    const around = tempFolder();
    writeFiles(around, { 'a/x': '', 'b/x': '' });
    const both = `${join(around, 'a')},${join(around, 'b')}`;
    expect(complaint({ VITRINE_WORKSPACES: both, VITRINE_DATA_DIR: join(around, 'b/data') })).toContain(
      join(around, 'b'),
    );
  });
});

describe('the folder of clones', () => {
  test('lies beside the data folder, or where it is said; apart from that and from each workspace', () => {
    expect(read().clonesDir).toBe(`${data}-clones`);
    const around = tempFolder();
    writeFiles(around, { 'ws/a': '', 'data/a': '' });
    symlinkSync(join(around, 'ws'), join(around, 'link'));
    const set = { VITRINE_WORKSPACES: join(around, 'ws'), VITRINE_DATA_DIR: join(around, 'data') };
    expect(read({ ...set, VITRINE_CLONES_DIR: join(around, 'own') }).clonesDir).toBe(join(around, 'own'));
    for (const path of ['ws', 'ws/clones', 'link/clones', 'data', 'data/clones', '.'])
      expect(complaint({ ...set, VITRINE_CLONES_DIR: join(around, path) }), path).toMatch(
        /overlap\. Set VITRINE_CLONES_DIR to a separate folder\.$/,
      );
  });
});

describe('the config file', () => {
  const write = (content: unknown, name = 'vitrine.config.json') => {
    const location = tempFolder();
    writeFiles(location, { [name]: typeof content === 'string' ? content : JSON.stringify(content) });
    return { INIT_CWD: location, VITRINE_CONFIG: undefined as string | undefined };
  };

  test('is that of the current folder, or the one that is named from there', () => {
    const tools = { grep_file: { level: 'minimal' } };
    const here = write({ tools });
    expect(read(here)).toMatchObject({
      configPath: join(here.INIT_CWD, 'vitrine.config.json'),
      configFile: join(here.INIT_CWD, 'vitrine.config.json'),
      splits: { byPattern: { grep_file: { level: 'minimal' } } },
    });
    const named = write({ tools }, 'deep/mine.json');
    expect(read(named).configPath).toBeNull();
    expect(read({ ...named, VITRINE_CONFIG: 'deep/mine.json' })).toMatchObject({
      configPath: join(named.INIT_CWD, 'deep/mine.json'),
      configFile: join(named.INIT_CWD, 'deep/mine.json'),
    });
    // An empty folder of that name keeps commands from making the file: it is no file either.
    mkdirSync(join(named.INIT_CWD, 'vitrine.config.json'));
    expect(read(named).configPath).toBeNull();
    const absolute = join(named.INIT_CWD, 'deep/mine.json');
    expect(read({ VITRINE_CONFIG: absolute }).configPath).toBe(absolute);
  });

  test('that is named and not there, or no file, is reported', () => {
    expect(complaint({ VITRINE_CONFIG: 'none.json' })).toBe('none.json: there is no such file.');
    expect(complaint({ VITRINE_CONFIG: '.' })).toContain('it is not a file');
  });

  test('excludes tools, and says more of models than their names', () => {
    const file = write({
      excludedTools: ['edit_file', 'run_pty_cmd'],
      models: { 'gpt-x': { vision: true }, other: {} },
    });
    const model = (name: string) => ({ ...file, OPENAI_API_KEY: 'sk-x', VITRINE_MODEL: name });
    expect(read(file).excludedTools).toEqual(['edit_file', 'run_pty_cmd']);
    expect(visionOf({ ...model('gpt-x'), VITRINE_MODEL_VISION: 'off' })).toBe('on');
    for (const name of ['other', 'unknown', 'toString'])
      expect(visionOf({ ...model(name), VITRINE_MODEL_VISION: 'off' })).toBe('off');
  });

  test('says from where admins may clone, and in which folders they may name workspaces', () => {
    const allowed = { cloneFrom: ['https://git.example.com/team'], workspaceFolders: ['/srv/code'] };
    expect(read(write(allowed))).toMatchObject(allowed);
    expect(read()).toMatchObject({ cloneFrom: [], workspaceFolders: [] });
    for (const url of [
      'git.example.com',
      'http://git.example.com',
      'https://me:pw@git.example.com',
      '--x',
      'file:///x',
    ])
      expect(complaint(write({ cloneFrom: [url] })), url).toMatch(
        /^vitrine\.config\.json: cloneFrom\.0: this is not an address/,
      );
    expect(complaint(write({ workspaceFolders: ['code'] }))).toContain(
      'workspaceFolders.0: it is not absolute',
    );
  });

  test('with a mistake is refused in one sentence that names the place', () => {
    expect(complaint(write({ tools: { grep_file: { level: 'max' } } }))).toMatch(
      /^vitrine\.config\.json: tools\.grep_file\.level: .*"minimal"\|"balanced"\|"conservative"\.$/,
    );
    expect(complaint(write({ tools: { grep: {} }, extra: 1, more: 2 }))).toMatch(
      /^vitrine\.config\.json: tools\.grep: there is no such tool\. .* \(and 2 more: see npx vitrine config check\)\.$/,
    );
    expect(complaint(write('{ "tools": {\n "x" }'))).toMatch(/^vitrine\.config\.json: not valid JSON: /);
    expect(complaint(write(''))).toContain('not valid JSON');
  });
});

test('traces are sent where the standard variables say', () => {
  const otlp = (extra: Record<string, string>) => read(extra).otlp;
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/';
  expect(otlp({ OTEL_SERVICE_NAME: 'mine' })).toBeNull();
  expect(otlp({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    serviceName: 'vitrine',
  });
  expect(
    otlp({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/as/it/is',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb, x-team = 1',
      OTEL_SERVICE_NAME: 'mine',
    }),
  ).toEqual({
    url: 'https://traces.example/as/it/is',
    headers: { authorization: 'Bearer a,b', 'x-team': '1' },
    serviceName: 'mine',
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no pair'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%ZZ-secret'],
  ['VITRINE_METRICS_TOKEN', 'a-secret-too-short'],
  ['VITRINE_SECRET', 'a-secret-too-short'],
  ['VITRINE_AUDIT_URL', 'ftp://secret.example'],
  ['VITRINE_AUDIT_URL', 'https://me:secret@siem.example'],
  ['VITRINE_AUDIT_TOKEN', 'a-secret'],
])('%s=%s is refused by its name, and not repeated', (name, value) => {
  const message = complaint({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value });
  expect(message).toContain(name);
  expect(message).not.toContain('secret');
});

describe('a secret in a file', () => {
  const fileWith = (content: string): string => {
    const path = join(tempFolder(), 'secret');
    writeFileSync(path, content);
    return path;
  };

  test('is read, without its last newline, and masked like any other', () => {
    const config = read({
      VITRINE_SECRET_FILE: fileWith(`${'s'.repeat(40)}\n`),
      REDIS_URL_FILE: fileWith('redis://h'),
    });
    expect([config.secret, config.redisUrl]).toEqual(['s'.repeat(40), 'redis://h']);
    expect(config.secrets).toContainEqual({ name: 'VITRINE_SECRET', value: 's'.repeat(40) });
  });

  test('may be the key of a model', () => {
    const cwd = tempFolder();
    const models = { large: { baseUrl: 'https://models.example/v1', keyVariable: 'LARGE_KEY' } };
    writeFiles(cwd, { 'vitrine.config.json': JSON.stringify({ models }) });
    const config = readConfig({
      VITRINE_DATA_DIR: data,
      INIT_CWD: cwd,
      LARGE_KEY_FILE: fileWith('a key of a model'),
    });
    expect(config.secrets).toContainEqual({ name: 'LARGE_KEY', value: 'a key of a model' });
  });

  test.each([
    ['is missing', () => '/none/such', /^VITRINE_SECRET_FILE cannot be read \(\/none\/such\): ENOENT/],
    ['is a folder', () => tempFolder(), /^VITRINE_SECRET_FILE cannot be read .*it is no small file\.$/],
    ['never ends', () => '/dev/zero', /^VITRINE_SECRET_FILE cannot be read .*it is no small file\.$/],
    ['is empty', () => fileWith(' \n'), /^VITRINE_SECRET_FILE is an empty file/],
    ['is too short', () => fileWith('hush'), /^VITRINE_SECRET is not valid/],
  ])('that %s is refused by its name', (_, path, sentence) => {
    const message = complaint({ VITRINE_SECRET_FILE: path() });
    expect(message).toMatch(sentence);
    expect(message).not.toContain('hush');
  });

  test('is refused beside the variable itself', () => {
    expect(complaint({ VITRINE_SECRET: 's'.repeat(40), VITRINE_SECRET_FILE: fileWith('x') })).toBe(
      'VITRINE_SECRET and VITRINE_SECRET_FILE are both set. Set one of them.',
    );
  });
});

describe('several models', () => {
  const config = (models: object) => {
    const cwd = tempFolder();
    writeFiles(cwd, { 'vitrine.config.json': JSON.stringify({ models }) });
    return { INIT_CWD: cwd };
  };
  const key = { OPENAI_API_KEY: 'sk-own', VITRINE_MODEL: 'gpt-x' };

  test('are VITRINE_MODEL, then those of the config file that say how they are reached', () => {
    const models = {
      'gpt-x': { vision: true },
      facts: { contextTokens: 9_000 },
      'gpt-y': { label: 'Y' },
      ours: { model: 'qwen', baseUrl: 'http://localhost:8000/v1', label: 'Qwen (ours)' },
      theirs: { baseUrl: 'https://models.example/v1', keyVariable: 'THEIR_KEY', api: 'responses' },
    };
    const { offeredModels } = read({ ...config(models), ...key, THEIR_KEY: 'sk-theirs' });
    expect(offeredModels).toMatchObject([
      { id: 'gpt-x', label: 'gpt-x', model: 'gpt-x', apiKey: 'sk-own', baseUrl: null, vision: 'on' },
      { id: 'gpt-y', label: 'Y', apiKey: 'sk-own', baseUrl: null, api: 'responses', vision: 'auto' },
      // A key of one provider is not sent to another.
      { id: 'ours', label: 'Qwen (ours)', model: 'qwen', apiKey: null, api: 'chat' },
      { id: 'theirs', apiKey: 'sk-theirs', baseUrl: 'https://models.example/v1', api: 'responses' },
    ]);
  });

  test('need no VITRINE_MODEL: the first is the default', () => {
    const ours = { baseUrl: 'http://localhost:8000/v1' };
    expect(read(config({ ours, other: ours })).offeredModels.map(({ id }) => id)).toEqual(['ours', 'other']);
  });

  test('that cannot be reached are refused by name, without the key', () => {
    const message = complaint({ ...config({ theirs: { keyVariable: 'THEIR_KEY' } }), ...key });
    expect(message).toContain('The model theirs takes its key from THEIR_KEY, which is not set.');
    expect(message).not.toContain('sk-own');
    expect(complaint(config({ lone: { label: 'Lone' } }))).toContain('The model lone is listed, but neither');
  });
});
