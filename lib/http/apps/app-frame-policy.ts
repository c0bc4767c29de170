import type { AppPolicy } from '#lib/core/vocabulary/tools/mcp-app.ts';

/**
 * The content policy of an app's frame, which the page inside it inherits: it may run what it brings along, and load and
 * reach only what its server declares.
 * @param framedBy the only origin whose pages may show it
 */
export function appFramePolicy(
  { connectDomains, resourceDomains, frameDomains, baseUriDomains }: AppPolicy,
  framedBy: string,
): string {
  const resources = resourceDomains;
  const inline = ['data:', 'blob:', ...resources];
  const orNone = (names: readonly string[]) => (names.length > 0 ? names : ["'none'"]);
  return [
    "default-src 'none'",
    ['script-src', "'unsafe-inline'", ...inline],
    ['style-src', "'unsafe-inline'", ...inline],
    ['img-src', ...inline],
    ['font-src', ...inline],
    ['media-src', ...inline],
    'worker-src blob:',
    ['connect-src', ...orNone(connectDomains)],
    ['frame-src', ...orNone(frameDomains)],
    ['base-uri', ...orNone(baseUriDomains)],
    "form-action 'none'",
    ['frame-ancestors', framedBy],
  ]
    .map((directive) => [directive].flat().join(' '))
    .join('; ');
}
