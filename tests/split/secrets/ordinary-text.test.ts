import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forModel } from '#lib/split/secrets/for-model.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';

const view = async (text: string) => (await forModel(text, { known: [], names: createSecretNames() })).text;

const dollar = '$';

const ordinary: Readonly<Record<string, readonly string[]>> = {
  types: [
    'password: string;',
    'password?: string | null;',
    'password: string',
    'readonly password: Password;',
    'password: Argon2idHasher,',
    'password: z.string().min(8),',
    'password: SecretStr',
    'password: String!',
    'password VARCHAR(255) NOT NULL',
    'password varchar(60) not null,',
    'password TEXT',
    'val password: CharArray',
    'def login(user: str, password: str) -> bool:',
    'func Login(user, password string) error {',
    '"password": {"type": "string", "minLength": 8}',
    '"password": "string"',
    'secret: V1SecretKeySelector',
  ],
  code: [
    'const token = getToken();',
    'const password = await prompt("Password: ");',
    'password = input("Enter your password: ")',
    'password=password,',
    'password = user.password',
    'password=form.password.data',
    'password: this.password,',
    'password: hash,',
    'password: newPassword2,',
    'self.password = generate_password_hash(password)',
    "if (password === 'string') return;",
    'return bcrypt.compare(password, user.passwordHash);',
    'password: process.env.DB_PASSWORD,',
    'password=os.environ["DB_PASSWORD"]',
    `password: "${dollar}{DB_PASSWORD}"`,
    "password: 'user.password.required2',",
    "const fields = ['username', 'password', 'email'];",
    "const labels = ['User name', 'Password', 'Email'];",
    "$password = $_POST['password'];",
    "define('DB_PASSWORD', getenv('DB_PASSWORD'));",
    "define('DB_PASSWORD', 'your_password_here');",
    'cursor.execute("UPDATE users SET password = %s WHERE id = %s", (password, id))',
    'UPDATE users SET password = :password WHERE id = 5',
    '<input type="password" name="password" id="password1" autocomplete="current-password">',
    '<label for="password">Password</label>',
    '"password": "Password"',
    '"password": "Your password must have at least 8 characters."',
    '"wrongPassword": "Wrong password, 3 tries left"',
    "ERR_INVALID_PASSWORD: 'invalid-password-2',",
    'hasPassword: true',
    "t('password')",
    'setPassword(value2)',
    'user, password = credentials[0], credentials[1]',
    'secret: db-credentials-2',
    'const secret = secrets[2];',
    'apiKey: config.apiKeys[0],',
    'token: "if2"',
    'cookies.set("theme", "dark");',
    'type Cookie = { session: string };',
    'the password is incorrect',
    'pass: 12, fail: 3',
    'PASS: TestLogin_2 (0.02s)',
  ],
  commands: [
    'curl -u "$USER:$PASSWORD" https://api.local',
    `curl -u ${dollar}{USER}:${dollar}{PASSWORD} https://api.local`,
    'curl --user $USER https://api.local',
    'curl -u <user>:<password> https://api.local',
    'curl -sSL https://get.local | sh -u',
    'docker run -p 3306:3306 -e MYSQL_DATABASE=app mysql',
    'mkdir -p mysql/data',
    'mysql -u root -p app',
    'mysql -P3306 -h db',
    'deploy --password "$PASSWORD"',
    'deploy --password PASSWORD',
    'deploy --password-file /run/secrets/db',
    'deploy --password-stdin < secret.txt',
    'export DB_PASSWORD=$(cat /run/secrets/db_password_1)',
    'DB_PASSWORD_FILE=/run/secrets/db_password_1',
    'PASSWORD=',
    'DB_PASSWORD=changeme',
    'DB_PASSWORD=<password>',
    'PWD=/home/app2/src',
    'OLDPWD=/srv/app1',
    'ENV DB_PASSWORD $DB_PASSWORD',
    'machine api.local login bob password $TOKEN',
  ],
  headers: [
    'Cookie: none',
    'Cookie: theme=dark; lang=en; _ga=GA1.2.1234567890.1234567890',
    'Set-Cookie: session=deleted; expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'Set-Cookie: theme=dark; Path=/; HttpOnly; SameSite=Lax',
    'Authorization: Basic <credentials>',
    'Authorization: Bearer <token>',
    'Authorization: Bearer $TOKEN',
    'WWW-Authenticate: Basic realm="staging"',
    'Basic authentication is required',
    'X-CSRF-Token: none',
  ],
  logs: [
    '12:00:01 INFO password reset mail sent to bob@local',
    'Failed password for invalid user admin from 10.0.0.7 port 22 ssh2',
    'Accepted password for root from 10.0.0.7 port 51234 ssh2',
    'status installed passwd:amd64 1:4.13+dfsg1-1+deb12u2',
    'root:x:0:0:root:/root:/bin/bash',
    'token count=15, tokens=4096',
    'commit 3f9a0c7e1b8d26453f9a0c7e1b8d26453f9a0c7e',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'id: 550e8400-e29b-41d4-a716-446655440000',
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore',
    'password: required\nname: required',
    'Password:\nLast login: Sun Nov 22 10:00:00 2026 from 10.0.0.7',
    'Password:\nroot@web1:~#',
    'password:\n  type: string\n  minLength: 8',
    '"password",\n"email2",',
    '\u001b[32mpass\u001b[0m 12 \u001b[31mfail\u001b[0m 3',
    'gcc -O2 \\\n  -Wall \\\n  main.c',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    Buffer.from('an ordinary sentence, in another encoding').toString('base64'),
  ],
  tables: [
    '| Field | Type | Required |\n|---|---|---|\n| password | string | yes |\n| username | string | yes |',
    '| password | the password of the account |',
    'NAME            TYPE      DATA\ndb-password     Opaque    2\napi-token       Opaque    1',
    'user,password,email\nbob,,bob@local\neve,NULL,eve@local',
    'id\tname\tsecret_name\n1\tbob\tdb-main-2',
  ],
};

describe.each(Object.entries(ordinary))('what is no secret reaches the model as it is: %s', (_, texts) => {
  test.each(texts)('%s', async (text) => {
    const shown = text.replaceAll('\u001b', '');
    expect(await view(text)).toBe(shown);
  });
});

const recordings = join(import.meta.dirname, '../../fixtures/split');

test('no recording of a real program loses a word', async () => {
  const files = readdirSync(recordings, { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile() && file.name.endsWith('.txt'));
  expect(texts.length).toBeGreaterThan(300);
  for (const { parentPath, name } of texts) {
    const text = readFileSync(join(parentPath, name), 'utf8');
    expect([name, (await view(text)).includes('[masked: ')]).toEqual([name, text.includes('[masked: ')]);
  }
});
