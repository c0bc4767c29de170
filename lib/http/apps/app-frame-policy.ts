import type { AppPolicy } from '#lib/core/vocabulary/tools/mcp-app.ts';

/** Secure origins, also of all subdomains; no paths, keywords or schemes, with which a policy could be loosened. */
const origin = /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;
const maxOrigins = 30;

const sources = (declared: readonly string[]): string[] =>
  declared.filter((one) => origin.test(one)).slice(0, maxOrigins);

/**
 * The content policy of an app's frame, which the page inside it inherits: it may run what it brings along, and load and
 * reach only what its server declares.
 * @param framedBy the only origin whose pages may show it
 */
export function appFramePolicy(
  { connectDomains, resourceDomains, frameDomains, baseUriDomains }: AppPolicy,
  framedBy: string,
): string {
  const resources = sources(resourceDomains);
  const inline = ['data:', 'blob:', ...resources];
  const orNone = (names: string[]) => (names.length > 0 ? names : ["'none'"]);
  return [
    "default-src 'none'",
    ['script-src', "'unsafe-inline'", ...inline],
    ['style-src', "'unsafe-inline'", ...inline],
    ['img-src', ...inline],
    ['font-src', ...inline],
    ['media-src', ...inline],
    'worker-src blob:',
    ['connect-src', ...orNone(sources(connectDomains))],
    ['frame-src', ...orNone(sources(frameDomains))],
    ['base-uri', ...orNone(sources(baseUriDomains))],
    "form-action 'none'",
    ['frame-ancestors', framedBy],
  ]
    .map((directive) => [directive].flat().join(' '))
    .join('; ');
}
