import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretMasker } from '#lib/split/secrets/secret-masker.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { expectLinear } from '#tests/support/expect-linear.ts';
import { scaled } from '#tests/support/scaled.ts';
import { hex, madeUp, maskText } from './masking.ts';
import { disguises, secretFormats } from './secret-formats.ts';

/** Joined here, so that no scanner of this repository takes them for real. */
const j = (...parts: string[]) => parts.join('');
const capitals = (length: number) => madeUp(length, 'QZ7VTX2BLWRYN4CJFHSP');

/** What each is called, where it stands, and what is a secret in it. */
const secrets: [kind: string, secret: string, text?: (secret: string) => string][] = [
  ['aws key id', j('AKIA', capitals(16))],
  ['aws key id', j('ASIA', capitals(16)), (secret) => `?X-Amz-Credential=${secret}%2F20261122`],
  ['aws key id', j('AKIA', 'QZVTXBLWRYNCJFHS')],
  ['aws secret key', madeUp(40), (secret) => `aws_secret_access_key = ${secret}`],
  ['aws secret key', madeUp(40), (secret) => `"SecretAccessKey": "${secret}"`],
  ['jwt', j('eyJ', 'hbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0.', madeUp(43))],
  ['password', 'hunter2', (secret) => `postgres://app:${secret}@db.local:5432/app`],
  ['password', 'p@ss:w0rd', (secret) => `mysql://root:${secret}@10.0.0.7/`],
  ['password', 'pw', (secret) => `redis://:${secret}@cache:6379`],
  ['github token', j('ghp', '_', madeUp(36))],
  [
    'github token',
    j('ghs', '_', madeUp(36)),
    (secret) => `https://x-access-token:${secret}@github.com/a/b.git`,
  ],
  ['github token', j('github', '_pat_', madeUp(22), '_', madeUp(59))],
  ['gitlab token', j('glpat', '-', madeUp(20))],
  ['anthropic key', j('sk-ant', '-api03-', madeUp(93), 'AA')],
  ['openai key', j('sk-', 'proj-', madeUp(60))],
  ['openai key', j('sk-', madeUp(48))],
  ['google key', j('AIza', madeUp(35))],
  ['google key', j('GOCSPX', '-', madeUp(28))],
  ['slack token', j('xoxb', '-123456789012-', madeUp(24))],
  [
    'slack webhook',
    j('hooks.slack.com', '/services/T', capitals(8), '/B', capitals(8), '/', madeUp(24)),
    (secret) => `https://${secret}`,
  ],
  ['stripe key', j('sk', '_live_', madeUp(24))],
  ['npm token', j('npm', '_', madeUp(36)), (secret) => `//registry.npmjs.org/:_authToken=${secret}`],
  ['pypi token', j('pypi', '-AgEIcHlwaS5vcmc', madeUp(60))],
  ['docker token', j('dckr', '_pat_', madeUp(27))],
  ['sendgrid key', j('SG', '.', madeUp(22), '.', madeUp(43))],
  ['twilio key', j('SK', hex(32))],
  ['vault token', j('hvs', '.', madeUp(90))],
  [
    'azure key',
    j(madeUp(86), '=='),
    (secret) => `DefaultEndpointsProtocol=https;AccountKey=${secret};EndpointSuffix=x`,
  ],
  ['azure key', j('a1B', '8Q~', madeUp(34))],
  ['cloud token', j('dapi', hex(32))],
  ['service token', j('hf', '_', madeUp(34, 'kQzVtXbLwRyNcJfHsPdMgTaBvKe'))],
  ['service token', j('123456789', ':AA', madeUp(33))],
  ['password', 'xK9#mP2$vL5@nQ8!', (secret) => `DB_PASSWORD=${secret}`],
  ['password', madeUp(20), (secret) => `  password: "${secret}"`],
  ['password', madeUp(16), (secret) => `<password>${secret}</password>`],
  ['api key', hex(32), (secret) => `"api_key":"${secret}"`],
  ['api key', madeUp(24), (secret) => `x-api-key: ${secret}`],
  ['secret', madeUp(32), (secret) => `clientSecret: '${secret}',`],
  ['secret', madeUp(32), (secret) => `{\\"client_secret\\":\\"${secret}\\"}`],
  ['token', madeUp(40), (secret) => `Authorization: Bearer ${secret}`],
  ['token', madeUp(24), (secret) => `deploy --token ${secret} --force`],
  ['token', madeUp(24), (secret) => `GET /hook?access_token=${secret}&x=1`],
];

const words = [
  'password: string',
  'const token = getToken();',
  'var token = this$1$2$3.getToken();',
  'token = await this.readTokenFromStore2(request)',
  'const apiKey = process.env.OPENAI_API_KEY_2;',
  'password = os.environ["DB_PASSWORD_2"]',
  'api_key = "your-api-key-goes-here-1"',
  j('password: $', '{DB_PASSWORD_2}'),
  'PASSWORD=$(cat /run/secrets/db_password_1)',
  'nextPageToken: "CAUQAA1b2C3d4E5f6G7h8"',
  'max_tokens=4096, total_tokens: 1234567890123',
  'tokenizer: o200k_base_2024_05_13',
  'primaryKey: "user_id_and_tenant_id_2"',
  'secret_name: projects/my-project-1/secrets/db-main-2',
  'ghp_short and gho_, npm_config_registry2, sk-loading-spinner-animation-2',
  'pk_live_51HxYzABCDEFGHIJKLMNOPQR',
  'AKIA is how they begin, AKIAshort1',
  'sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJmaWxlIjoiYSJ9',
  'https://example.com:8080/@scope/package@1.2.3?email=a@b.c',
  'ssh://git@github.com:22/a/b.git and git@github.com:a/b.git',
  j('redis://:$', '{REDIS_PASSWORD}@cache and http://{user}:{password}@host'),
  'commit 3f9a0c7e1b8d26453f9a0c7e1b8d26453f9a0c7e',
  'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  'id: 550e8400-e29b-41d4-a716-446655440000',
  '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----',
  'see art_kq2zvtx7bLw for more'.toLowerCase(),
];

describe('a secret is masked, and nothing beside it', () => {
  test.each(secrets)('%s: %s', (kind, secret, text = (it) => `see ${it}, and go on`) => {
    expect(maskText(text(secret))).toBe(text(`[masked: ${kind} #1]`));
  });

  test.each(['"', "'", '`', '(', '[', '<', '=', ':', '\t', '\\"'])('also behind %j', (before) => {
    const secret = j('ghp', '_', madeUp(36));
    expect(maskText(`x ${before}${secret}`)).toBe(`x ${before}[masked: github token #1]`);
  });
});

test.each(words)('what is no secret stays: %s', (text) => {
  expect(maskText(text)).toBe(text);
});

test('an AWS secret is known by the ID beside it, in its line and the two below', () => {
  const id = j('AKIA', capitals(16));
  const secret = madeUp(40);
  const text = (one: string, other: string) =>
    `${one},${other}\n${hex(40)}\n${other}\n${secret}x\n${secret}\n`;
  expect(maskText(text(id, secret))).toBe(text('[masked: aws key id #1]', '[masked: aws secret key #1]'));
  expect(maskText(`${secret}\n`)).toBe(`${secret}\n`);
});

test('the line after a private key that has no end is no part of it below its column', () => {
  const key = madeUp(64);
  const value = madeUp(24);
  const text = `-----BEGIN PRIVATE KEY-----\nin the last column: ${key}\nx-api-key: ${value}\n`;
  expect(maskText(text)).not.toContain(value.slice(0, 8));
});

test.each(['user\tpassword\nbob\thunter2\n', '| user   | password |\n|---|---|\n| bob | hunter2 |\n'])(
  'a table directly below one that is aligned by blanks is read by its own header: %s',
  (table) => {
    expect(maskText(`username    password\n${table}`)).not.toContain('hunter2');
  },
);

test('a cell that contains an assignment to a secret and a token has both masked', () => {
  const random = 'xK9#mP2$vL5@nQ8';
  const masked = maskText(`password    state\npassword = hunter2 password= A_PASSWORD="${random}"  on\n`);
  expect(masked).not.toContain('hunter2');
  expect(masked).not.toContain(random);
});

test('a secret of the server is masked to its end where a hidden line end joins it to a token', () => {
  const secret = '0 end of it\\';
  const masked = maskText(`x-api-key: ${madeUp(24)}${secret}\n`, [{ name: 'A', value: secret }]);
  expect(masked).not.toContain('end of it');
});

test('the same secret has the same name, another has another number', () => {
  const [one, other] = [j('ghp', '_', madeUp(36)), j('ghp', '_', madeUp(37).slice(1))];
  expect(maskText(`${one}\n${other}\n${one}`)).toBe(
    '[masked: github token #1]\n[masked: github token #2]\n[masked: github token #1]',
  );
});

describe('what the server knows is masked in every form', () => {
  const value = 'Kq7/z+V&x b';
  const known = [{ name: 'OIDC_CLIENT_SECRET', value }];
  test.each([
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').replaceAll('=', ''),
    Buffer.from(value).toString('base64url'),
    Buffer.from(`a:${value}:b`).toString('base64'),
    Buffer.from(`ab:${value}`).toString('base64'),
    Buffer.from(`abc:${value}`).toString('base64'),
    JSON.stringify('a"b\\cdefgh').slice(1, -1),
  ])('%s', (form) => {
    const masked = maskText(`x${form}y`, [...known, { name: 'OTHER', value: 'a"b\\cdefgh' }]);
    expect(masked).toMatch(/^x.{0,8}\[masked: server secret #1\].{0,8}y$/);
  });

  test('by the setting, so that its name says nothing of its value', () => {
    const names = createSecretNames();
    createSecretMasker({ known, names }).mask(value);
    const again = createSecretNames();
    createSecretMasker({ known: [{ name: 'OIDC_CLIENT_SECRET', value: 'another one' }], names: again }).mask(
      'another one',
    );
    expect(again.assigned()).toEqual(names.assigned());
  });

  test('where two of them overlap, nothing of either is left', () => {
    expect(
      maskText('abcdefghijkl', [
        { name: 'A', value: 'abcdefgh' },
        { name: 'B', value: 'efghijkl' },
      ]),
    ).toBe('[masked: server secret #1][masked: server secret #2]');
  });

  test('but for short ones, which are words', () => {
    expect(maskText('a secret', [{ name: 'A', value: 'secret' }])).toBe('a secret');
  });
});

test('a text that was masked before stays the same', () => {
  const text = secrets.map(([, secret, make = (it: string) => it]) => make(secret)).join('\n');
  const masked = maskText(text);
  expect(maskText(masked, [{ name: 'A', value: 'github token' }])).toBe(masked);
});

test('an ID of ours is none, also where it is called a token', () => {
  const text = 'token: art_k7qz2vtx4blw3ryn6cjf5hsp2d';
  expect(maskText(text)).toBe(text);
});

test.each([
  'accessToken: OAuth2TokenResponse;',
  'password: Argon2idHasher',
  'secret: V1SecretKeySelector,',
  'auth: Auth0ProviderV2Options',
  'credentials: S3ClientV3Credentials',
  'token = tokenV2Of3Items[4]',
])('the name of a type or a variable is none: %s', (code) => {
  expect(maskText(code)).toBe(code);
});

test('the name of a test that passed is none', () => {
  const text = '    --- PASS: TestPricesAtHome/100_g2Kx9 (0.00s)\n';
  expect(maskText(text)).toBe(text);
  expect(maskText('PASS=hX93kQzP2mVt77Lw\n')).toBe('PASS=[masked: password #1]\n');
});

const disguised = disguises.map(({ write }) => write(j('ghp', '_', madeUp(36))));

/** Of fast-check, for the properties of any text. */
const numRuns = scaled(100, 30);

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...secrets.map(([, secret, make = (it: string) => it]) => make(secret)), ...words),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      '\n',
      '\r\n',
      '://',
      'password=',
      '-----BEGIN PRIVATE KEY-----',
      '[masked: ',
      ']',
      madeUp(64),
    ),
    fc.constantFrom(...secretFormats.map((format) => format.text), ...Object.values(disguised)),
    fc.constantFrom(
      'password:',
      '\n',
      '\\\n',
      '\u001b[1m',
      'user,password\n',
      'a,b2c3d4e5\n',
      '| a | password |\n|---|---|\n',
    ),
  );
  const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

  test('keeps the number of its lines', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(maskText(whole).split('\n').length).toBe(whole.split('\n').length);
      }),
      { numRuns },
    );
  });

  test('gives the same in pieces, cut at any line that does not go on', () => {
    const lines = fc.array(
      text.map((line) => line),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, fc.array(fc.boolean(), { minLength: 200, maxLength: 200 }), (parts, cuts) => {
        const whole = parts.join('\n');
        const names = createSecretNames();
        const masker = createSecretMasker({ known: [], names });
        const pieces: string[] = [''];
        for (const [index, line] of whole.split(/(?<=\n)(?<!\\\r?\n)/).entries()) {
          if (cuts[index % 200]) pieces.push('');
          pieces[pieces.length - 1] += line;
        }
        expect(pieces.map((part) => masker.mask(part)).join('')).toBe(maskText(whole));
      }),
      { numRuns },
    );
  });

  test('gives the same each time, and once more changes nothing where secrets stand apart', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const whole = pieces.join(' ');
        const masked = maskText(whole);
        expect(maskText(whole)).toBe(masked);
        expect(maskText(masked)).toBe(masked);
      }),
      { numRuns },
    );
  });

  test('keeps no secret of the server', () => {
    const value = fc
      .string({ minLength: 8, maxLength: 40 })
      .filter((it) => !'[masked: server secret #1]'.includes(it.trim()));
    fc.assert(
      fc.property(text, text, value, (before, after, secret) => {
        const known = [{ name: 'A', value: secret }];
        for (const form of [
          secret,
          encodeURIComponent(secret),
          Buffer.from(secret).toString('base64').replace(/=*$/, ''),
        ]) {
          const shown = maskText(before + form + after, known).replace(/\[masked: [^\]\n]*\]/g, '\n');
          expect(shown.includes(form.length > 10 ? form.slice(1, -1) : form)).toBe(false);
        }
      }),
      { numRuns },
    );
  });
});

test.each([
  'eyJaaaaaaaaaa.',
  'a://b:c@',
  'token=',
  'AKIA',
  '-----BEGIN PRIVATE KEY----- -----END ',
  `${j('AKIA', capitals(16))} `,
  'x=1:',
  '"password" ',
  'M-',
  'ghs_1_',
  madeUp(60),
  'password=',
  'password: ',
  'password ',
  'machine a password b ',
  'user,password,',
  '| password ',
  'curl -u a:b ',
  'mysql -p',
  'Cookie: session=a; ',
  '<password>',
  '"name":"password","value":"',
  '\u001b[1m',
  'password\u200b=',
  '\\\\u001b[',
  'IIIIIII/',
  Buffer.from(`${j('ghp', '_', madeUp(36))} `).toString('base64'),
])('a line without end takes time in proportion to it: %j', async (part) => {
  await expectLinear(scaled(1_000_000, 100_000), (length) => {
    const masked = maskText(part.repeat(Math.ceil(length / part.length)));
    expect(masked.split('\n').length).toBe(1);
  });
});

test('rows of dashes that are no rule take time in proportion to them', async () => {
  await expectLinear(4_000, (length) => {
    const rows = `${'-'.repeat(length)}!\n`.repeat(8);
    expect(maskText(`| user | password |\n${rows}`)).toContain('password');
  });
});

test.each([
  ['a line end in JSON', '"first', '\\n', '\\nsecond"'],
  ['a quote in JSON', '{\\u0022a\\u0022:', '\\u0022', '\\u0022}'],
  ['a sign in a URL', '/?a', '%3D', '%26b'],
  ["a terminal's colour", '\u001b', '[1;32m', '\u001b[0m'],
])('a token behind what stands for %s is masked', (_, before, standsFor, after) => {
  const masked = (kind: string) => `${before}${standsFor}[masked: ${kind} #1]${after}`;
  const report = (secret: string) => maskText(`${before}${standsFor}${secret}${after}`);
  expect(report(j('ghp', '_', madeUp(36)))).toBe(masked('github token'));
  expect(report(j('AKIA', capitals(16)))).toBe(masked('aws key id'));
});

test.each(['\u200b', '\u00ad', '\u202e', '\ufe0f', '\u{e0041}\u2060'])(
  'a token does not hide by what nobody sees within it: %j',
  (hidden) => {
    const token = j('ghp', '_', madeUp(36));
    expect(maskText(`a ${token.slice(0, 12)}${hidden}${token.slice(12)} b`)).toBe(
      'a [masked: github token #1] b',
    );
  },
);

test('what belongs to what shows stays outside words', () => {
  const text = 'é\u200d ❤\ufe0f 1\ufe0f\u20e3 👩\u200d👧 a\u200b';
  expect(maskText(text)).toBe(text);
});
