import { hex, madeUp } from './masking.ts';

/** Joined here, so that no scanner of this repository takes them for real. */
const join = (...parts: string[]) => parts.join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const capitals = (length: number) => madeUp(length, 'QZ7VTX2BLWRYN4CJFHSP');
const digits = (length: number) => madeUp(length, '8391746205');

export interface SecretFormat {
  name: string;
  secret: string;
  text: string;
}

const format = (name: string, secret: string, write: (secret: string) => string): SecretFormat => ({
  name,
  secret,
  text: write(secret),
});

/** Tokens that tell themselves, wherever they stand. */
export const tokens: Readonly<Record<string, string>> = {
  'GitHub token': join('gh', 'p_', madeUp(36)),
  'GitHub fine-grained token': join('github', '_pat_', madeUp(22), '_', madeUp(59)),
  'GitLab token': join('glp', 'at-', madeUp(20)),
  'AWS key ID': join('AK', 'IA', capitals(16)),
  'Google API key': join('AI', 'za', madeUp(35)),
  'Google OAuth secret': join('GOC', 'SPX-', madeUp(28)),
  'Azure client secret': join('a1B', '8Q~', madeUp(34)),
  'Stripe key': join('sk', '_live_', madeUp(24)),
  'Slack token': join('xo', 'xb-123456789012-', madeUp(24)),
  'Slack webhook': join('hooks.slack', '.com/services/T', capitals(8), '/B', capitals(8), '/', madeUp(24)),
  'npm token': join('np', 'm_', madeUp(36)),
  'PyPI token': join('py', 'pi-AgEIcHlwaS5vcmc', madeUp(60)),
  'OpenAI key': join('sk-', 'proj-', madeUp(60)),
  'Anthropic key': join('sk-', 'ant-api03-', madeUp(93), 'AA'),
  JWT: join('ey', 'JhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0.', madeUp(43)),
  'Docker token': join('dckr', '_pat_', madeUp(27)),
  'SendGrid key': join('S', 'G.', madeUp(22), '.', madeUp(43)),
  'Twilio key': join('S', 'K', hex(32)),
  'Vault token': join('hv', 's.', madeUp(90)),
  'Databricks token': join('da', 'pi', hex(32)),
  'Hugging Face token': join('h', 'f_', madeUp(34, 'kQzVtXbLwRyNcJfHsPdMgTaBvKe')),
  'Telegram token': join('123456789', ':AA', madeUp(33)),
  'Supabase access token': join('sb', 'p_', hex(40)),
  'Supabase secret key': join('sb', '_secret_', madeUp(31)),
  'Discord bot token': join(base64(digits(18)), '.', madeUp(6), '.', madeUp(38)),
  'Discord webhook': join('discord', '.com/api/webhooks/', digits(18), '/', madeUp(68)),
  'DigitalOcean token': join('do', 'p_v1_', hex(64)),
  'Shopify token': join('shp', 'at_', hex(32)),
  'Mailchimp key': join(hex(32), '-us', '12'),
  'Netlify token': join('nf', 'p_', madeUp(40)),
  'PlanetScale password': join('pscale', '_pw_', madeUp(43)),
};

const short = join('hunt', 'er2');
const word = join('letme', 'in');
const strong = join('xK9#mP2$', 'vL5@nQ8');
const session = madeUp(26);
const userAndPassword = base64(join('user:', 'pass'));

/** What only the words around it make a secret. */
const written: SecretFormat[] = [
  format('password in YAML', short, (it) => `db:\n  password: ${it}\n  port: 5432`),
  format('password of letters in YAML', word, (it) => `db:\n  password: ${it}\n  port: 5432`),
  format('password in JSON', short, (it) => `{"user": "app", "password": "${it}"}`),
  format('password in TOML', short, (it) => `[database]\npassword = "${it}"`),
  format('password in INI', short, (it) => `[client]\npassword = ${it}`),
  format('password in properties', short, (it) => `spring.datasource.password=${it}`),
  format('password in an element', short, (it) => `<password>${it}</password>`),
  format('password in an attribute', short, (it) => `<add key="Password" value="${it}" />`),
  format(
    'password in a connection string',
    short,
    (it) => `Server=db;User Id=sa;Password=${it};Encrypt=true`,
  ),
  format('password in .env', short, (it) => `DB_PASSWORD=${it}\nDB_HOST=localhost`),
  format('word as a password in .env', 'postgres', (it) => `POSTGRES_PASSWORD=${it}`),
  format('password in quotes in .env', strong, (it) => `DB_PASSWORD="${it}"`),
  format('exported password', short, (it) => `export PGPASSWORD=${it}`),
  format('password before a command', short, (it) => `$ PGPASSWORD=${it} psql -h db app`),
  format('password in compose', 'toor', (it) => `    environment:\n      MYSQL_ROOT_PASSWORD: ${it}`),
  format('password in a Dockerfile', short, (it) => `ENV DB_PASSWORD ${it}`),
  format('password of Kubernetes', base64(short), (it) => `kind: Secret\ndata:\n  password: ${it}`),
  format('environment of Kubernetes', short, (it) => `- name: DB_PASSWORD\n  value: ${it}\n- name: PORT`),
  format('environment in JSON', short, (it) => `{"name": "DB_PASSWORD", "value": "${it}"}`),
  format('password of a code', short, (it) => `const options = { user: 'app', password: '${it}' };`),
  format('PHP define', short, (it) => `define('DB_PASSWORD', '${it}');`),
  format('password as an argument', short, (it) => `client.setPassword("${it}")`),
  format('password of SQL', short, (it) => `CREATE USER app WITH PASSWORD '${it}';`),
  format('password of MySQL users', short, (it) => `CREATE USER 'app'@'%' IDENTIFIED BY '${it}';`),
  format('URL with a password', short, (it) => `postgres://app:${it}@db.local:5432/app`),
  format('password in a query', short, (it) => `GET /login?user=bob&password=${it}&next=%2F`),
  format('password option', short, (it) => `deploy --password ${it} --force`),
  format('password option with a sign', short, (it) => `deploy --password=${it} --force`),
  format('curl -u', short, (it) => `$ curl -s -u admin:${it} https://api.local/items`),
  format('curl -u user:pass', 'pass', (it) => `curl -u user:${it} https://api.local`),
  format('curl --user', short, (it) => `curl --user 'admin:${it}' https://api.local`),
  format('curl with a cookie', session, (it) => `curl -b 'sessionid=${it}' https://api.local`),
  format('mysql -p', short, (it) => `mysql -h db -uroot -p${it} app`),
  format('mysqldump -p', strong, (it) => `mysqldump -uroot -p'${it}' app > dump.sql`),
  format('sshpass', short, (it) => `sshpass -p ${it} ssh root@host`),
  format('redis-cli', short, (it) => `redis-cli -h cache -a ${it} ping`),
  format('netrc in a line', short, (it) => `machine api.local login bob password ${it}`),
  format('netrc in lines', short, (it) => `machine api.local\n  login bob\n  password ${it}\n`),
  format('Cookie', session, (it) => `GET / HTTP/1.1\nCookie: theme=dark; sessionid=${it}; lang=en`),
  format('Set-Cookie', session, (it) => `Set-Cookie: connect.sid=${it}; Path=/; HttpOnly`),
  format('Basic auth without digits', userAndPassword, (it) => `Authorization: Basic ${it}`),
  format('Basic auth in JSON', base64(`admin:${short}`), (it) => `{"Authorization": "Basic ${it}"}`),
  format('Bearer token', madeUp(40), (it) => `Authorization: Bearer ${it}`),
  format(
    'short Bearer token',
    'a1b2c3d4e5',
    (it) => `curl -H "Authorization: Bearer ${it}" https://api.local`,
  ),
  format('API key in a header', madeUp(24), (it) => `x-api-key: ${it}`),
  format('short API key in .env', 'k3y9x7q2', (it) => `API_KEY=${it}`),
  format('AWS secret key', madeUp(40), (it) => `aws_secret_access_key = ${it}`),
  format(
    'Azure storage key',
    join(madeUp(86), '=='),
    (it) => `AccountName=x;AccountKey=${it};EndpointSuffix=y`,
  ),
  format('token of a registry', madeUp(36), (it) => `//registry.local/:_authToken=${it}`),
  format(
    'docker auth',
    base64(`bob:${strong}`),
    (it) => `{"auths": {"https://index.docker.io/v1/": {"auth": "${it}"}}}`,
  ),
  format('value in the line after its name', short, (it) => `password:\n  ${it}\nport: 5`),
  format('value in a block after its name', short, (it) => `password: |\n  ${it}\nport: 5`),
  format('value in the line after its element', short, (it) => `<password>\n  ${it}\n</password>`),
  format(
    'table of psql',
    short,
    (it) => ` id | name | password \n----+------+----------\n  1 | bob  | ${it}\n(1 row)`,
  ),
  format(
    'table of MySQL',
    short,
    (it) => `+----+----------+\n| id | password |\n+----+----------+\n|  1 | ${it}  |\n+----+----------+`,
  ),
  format('table of Markdown', short, (it) => `| user | password |\n|---|---|\n| bob | ${it} |`),
  format('CSV', word, (it) => `user,password,email\nbob,${it},bob@local\n`),
  format('tabs', short, (it) => `user\tpassword\nbob\t${it}\n`),
  format('columns', short, (it) => `USER      PASSWORD    ROLE\nbob       ${it}     admin\n`),
  format(
    'names and values',
    short,
    (it) => `Key         Value\n---         -----\npassword    ${it}\nusername    bob`,
  ),
];

/** Each with what is a secret in it, and nothing else that is one. */
export const secretFormats: readonly SecretFormat[] = [
  ...Object.entries(tokens).map(([name, secret]) => format(name, secret, (it) => `see ${it}, and go on`)),
  ...written,
];

export interface Disguise {
  name: string;
  /** A text that holds the token. */
  write(token: string): string;
  /** What of the text nobody is to read. */
  partsOf(token: string): string[];
}

const halves = (token: string): string[] => {
  const middle = Math.floor(token.length / 2);
  return [token.slice(0, middle), token.slice(middle)];
};
const split = (name: string, between: string): Disguise => ({
  name,
  write: (token) => `see ${halves(token).join(between)} here`,
  partsOf: halves,
});
const encoded = (name: string, encode: (token: string) => string, before = ''): Disguise => ({
  name,
  write: (token) => `see ${before}${encode(token)} here`,
  partsOf: (token) => [encode(token)],
});
/** As many bytes as give whole characters of Base64. */
const settings = base64('user=bob\ntoken=');

/** How a token may be written so that it does not look like one. */
export const disguises: readonly Disguise[] = [
  split('colour codes', '\u001b[0m\u001b[32m'),
  split('spelled colour codes', '\\u001b[0m'),
  split('zero-width characters', '\u200b\u2060'),
  split('a soft hyphen', '\u00ad'),
  split('a line that goes on', '\\\n'),
  split('a line of Windows that goes on', '\\\r\n'),
  split('an indented line that goes on', '\\\n    '),
  split('a line of a diff that goes on', '\\\n+'),
  encoded('Base64', base64),
  encoded('Base64 of Base64', (token) => base64(base64(token))),
  encoded('Base64 behind other settings', (token) => base64(`${token}\n`), settings),
];
