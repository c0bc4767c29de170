import type { BrowserContext } from 'playwright-core';

/**
 * Tells of every request to another origin. One that the policy of its page has stopped is taken back: nothing was sent, and the browser
 * tells of the violation itself.
 * @param originOf asked each time: a context may go on to another server
 */
export function watchRequestsElsewhere(
  context: BrowserContext,
  originOf: () => string,
  report: (problem: string) => void,
  takeBack: (problem: string) => void,
): void {
  const problemOf = (url: string) => `request elsewhere: ${url}`;
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== originOf() && !/^(data|blob|about):$/.test(protocol)) report(problemOf(request.url()));
  });
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'csp') takeBack(problemOf(request.url()));
  });
}
