import type { SecretKind } from './secret-kind.ts';
import { tokenStart } from './token-start.ts';

interface TokenRule {
  kind: SecretKind;
  pattern: RegExp;
}

/**
 * A Discord token starts with the Base64 of its owner's numeric ID, so its first characters encode two
 * digits.
 */
const discordTokens = ['MT', 'MD', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'].map(
  (digits) => new RegExp(`${digits}[A-Za-z0-9]{21,26}\\.[\\w-]{6}\\.[\\w-]{27,38}(?![\\w-])`),
);

/**
 * Token formats that are recognisable by themselves, as their makers document them, grouped by their first
 * two characters. Each starts at a token start. Each pattern can match in one way only, so it takes time in
 * proportion to the text.
 */
const begins: readonly (readonly [kind: SecretKind, ...patterns: RegExp[]])[] = [
  ['jwt', /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/],
  ['github token', /gh[pousr]_[A-Za-z0-9_]{36,}/, /ghs_\d{1,20}_[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/],
  ['github token', /github_pat_\w{36,}/],
  ['gitlab token', /gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|agent|imt|ffct)-[\w-]{20,}(?:\.[\w-]{2,}){0,2}/],
  ['anthropic key', /sk-ant-[a-z]{2,10}\d{2}-[\w-]{32,}/],
  ['openai key', /sk-(?:proj|svcacct|admin|or-v1)-[\w-]{32,}/, /sk-[A-Za-z0-9]{32,}/],
  ['google key', /AIza[\w-]{35}(?![\w-])/, /GOCSPX-[\w-]{28}(?![\w-])/, /ya29\.[\w-]{24,}/],
  ['slack token', /xox[abeoprs]-[A-Za-z0-9.-]{10,}/, /xapp-\d-[A-Za-z0-9-]{16,}/],
  ['slack webhook', /hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{16,}/],
  ['stripe key', /sk_(?:live|test)_[A-Za-z0-9]{16,}/, /rk_(?:live|test)_[A-Za-z0-9]{16,}/],
  ['stripe key', /whsec_[A-Za-z0-9+/=]{24,}/],
  ['npm token', /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/],
  ['pypi token', /pypi-[\w-]{50,}/],
  ['docker token', /dckr_(?:pat|oat)_[\w-]{24,}/],
  ['sendgrid key', /SG\.[\w-]{16,}\.[\w-]{16,}/],
  ['twilio key', /SK[0-9a-f]{32}(?![0-9a-f])/],
  ['vault token', /hv[sbr]\.[\w-]{24,}/],
  ['azure key', /sig=[A-Za-z0-9%+/]{40,}(?:%3[Dd]|=)/],
  ['cloud token', /do[opr]_v1_[0-9a-f]{64}(?![0-9a-f])/, /dapi[0-9a-f]{32}(?![0-9a-f])/],
  ['cloud token', /cf(?:ut|at|k)_[A-Za-z0-9]{40}[0-9a-f]{8}/, /vc[aikpr]_[A-Za-z0-9]{24,}/],
  ['cloud token', /tskey-[a-z]{2,20}-[A-Za-z0-9]{8,}-[A-Za-z0-9]{16,}/],
  ['service token', /gsk_[A-Za-z0-9]{52}(?![A-Za-z0-9])/, /hf_[A-Za-z0-9]{34}(?![A-Za-z0-9])/],
  ['service token', /xai-[A-Za-z0-9]{40,}/, /pplx-[A-Za-z0-9]{40,}/, /r8_[A-Za-z0-9]{37}(?![A-Za-z0-9])/],
  ['service token', /lin_(?:api|oauth)_[A-Za-z0-9]{32,}/, /ntn_[A-Za-z0-9]{43,}/, /secret_[A-Za-z0-9]{43}/],
  ['service token', /fig[duo]_[\w-]{40,}/, /shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32,64}(?![0-9A-Za-z])/],
  ['service token', /gl(?:c|sa)_[A-Za-z0-9+/=_]{32,}/, /ops_eyJ[A-Za-z0-9+/=]{64,}/],
  ['service token', /rubygems_[0-9a-f]{48}(?![0-9a-f])/, /sntry[su]_[A-Za-z0-9+/=_-]{40,}/],
  ['service token', /ATATT3[\w=-]{60,}/, /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/, /NRAK-[A-Z0-9]{27}(?![A-Z0-9])/],
  ['service token', /dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9.]{40,}/],
  ['cloud token', /sbp_[0-9a-f]{40}(?![0-9a-f])/, /sb_secret_[\w-]{20,}/, /nfp_[A-Za-z0-9]{36,}/],
  [
    'cloud token',
    /pscale_(?:tkn|pw|oauth)_[\w.-]{32,}/,
    /pul-[0-9a-f]{40}(?![0-9a-f])/,
    /fo1_[\w-]{43}(?![\w-])/,
  ],
  [
    'cloud token',
    /FlyV1 fm\d_[\w+/=-]{40,}/,
    /rnd_[A-Za-z0-9]{28,}/,
    /HRKU-[\w-]{36,}/,
    /LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])/,
  ],
  ['discord token', ...discordTokens, /mfa\.[\w-]{80,}/],
  ['discord token', /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{17,20}\/[\w-]{60,}/],
  [
    'service token',
    /sq0(?:atp|csp|idp)-[\w-]{22,}/,
    /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}/,
    /aio_[A-Za-z0-9]{28}(?![A-Za-z0-9])/,
  ],
  [
    'service token',
    /CFPAT-[\w-]{43}/,
    /CCIPAT_[\w-]{40,}/,
    /bkua_[0-9a-f]{40}(?![0-9a-f])/,
    /sq[upa]_[0-9a-f]{40}(?![0-9a-f])/,
  ],
  [
    'service token',
    /ATBB[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
    /ATCTT3[\w=-]{60,}/,
    /rzp_live_[A-Za-z0-9]{14,}/,
    /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}/,
  ],
  [
    'service token',
    /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
    /CLOJARS_[0-9a-f]{60}/,
    /oy2[a-z0-9]{43}(?![a-z0-9])/,
  ],
  [
    'service token',
    /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?![0-9a-f])/,
    /tfp_[\w-]{40,}/,
    /key-[0-9a-f]{32}(?![0-9a-f])/,
    /access_token\$production\$[0-9a-z]{16}\$[0-9a-f]{32}/,
  ],
  ['private key', /AGE-SECRET-KEY-1[A-Z0-9]{58}/],
];

/** Sticky patterns by their first two characters. */
export const rulesByBegin: ReadonlyMap<string, readonly TokenRule[]> = Map.groupBy(
  begins.flatMap(([kind, ...patterns]) =>
    patterns.map(({ source }) => ({ kind, pattern: new RegExp(source, 'y') })),
  ),
  ({ pattern }) => pattern.source.slice(0, 2),
);

const awsId = (begin: string) => new RegExp(`${tokenStart}${begin}[A-Z0-9]{16}(?![A-Za-z0-9])`, 'g');

/**
 * Tokens without a fixed start, or sometimes without a digit. Each has a mark that hardly any other text
 * contains, which is searched for first.
 */
export const rulesByMark: readonly (TokenRule & { mark: string })[] = [
  { kind: 'aws key id', mark: 'AKIA', pattern: awsId('AKIA') },
  { kind: 'aws key id', mark: 'ASIA', pattern: awsId('ASIA') },
  { kind: 'azure key', mark: '8Q~', pattern: /(?<![\w~.-])[\w~.]{3}8Q~[\w~.-]{31,34}(?![\w~.-])/g },
  { kind: 'service token', mark: '-us', pattern: /(?<![0-9a-f])[0-9a-f]{32}-us\d{1,2}(?!\w)/g },
  { kind: 'cloud token', mark: '.atlasv1.', pattern: /(?<![\w])\w{14}\.atlasv1\.[\w-]{60,}/g },
  { kind: 'service token', mark: ':AA', pattern: /(?<![A-Za-z0-9])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
];
