import type { McpApp } from '#lib/core/vocabulary/tools/mcp-app.ts';

const maxNamed = 3;

/** What the page of an app can reach, in a sentence. */
export function reachOf({ server, policy }: Pick<McpApp, 'server' | 'policy'>, mayCall: boolean): string {
  const { connectDomains, resourceDomains, frameDomains } = policy;
  const hosts = [...new Set([...connectDomains, ...resourceDomains, ...frameDomains].map(hostOf))];
  const rest = hosts.length > maxNamed ? ` and ${hosts.length - maxNamed} more` : '';
  const elsewhere =
    hosts.length === 0 ? null : `exchange data with ${hosts.slice(0, maxNamed).join(', ')}${rest}`;
  if (!mayCall)
    return elsewhere === null ? 'It can call nothing here.' : `It may ${elsewhere}, and call nothing here.`;
  return elsewhere === null
    ? `It may call ${server}, and nothing else.`
    : `It may call ${server} and ${elsewhere}, and nothing else.`;
}

const hostOf = (origin: string): string => origin.replace(/^[a-z]+:\/\//i, '');
