/** Vendor names in their own spelling. */
const names: Readonly<Record<string, string>> = {
  aws: 'AWS',
  id: 'ID',
  jwt: 'JSON Web Token',
  github: 'GitHub',
  gitlab: 'GitLab',
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  google: 'Google',
  slack: 'Slack',
  stripe: 'Stripe',
  pypi: 'PyPI',
  docker: 'Docker',
  azure: 'Azure',
  sendgrid: 'SendGrid',
  twilio: 'Twilio',
  vault: 'Vault',
  api: 'API',
};

/** The kind of a secret, for display: `GitHub token`. */
export const secretLabel = (kind: string): string =>
  kind === 'server secret'
    ? 'secret of this server'
    : kind
        .split(' ')
        .map((word) => names[word] ?? word)
        .join(' ');
