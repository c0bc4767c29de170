/** Why a connection was not made. */
export const refusals = {
  not_allowed: 'not allowed',
  address: 'an address, not a name',
  private_address: 'leads to a private address',
  unknown_host: 'not found',
  unreachable: 'not reachable',
  connection_limit: 'too many connections',
  byte_limit: 'too many bytes',
  proxy_ended: 'the proxy ended: what it reached is not known',
} as const;
export type Refusal = keyof typeof refusals;
