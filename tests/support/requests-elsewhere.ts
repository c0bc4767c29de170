import type { BrowserContext } from 'playwright-core';

/**
 * Reports every request to another origin. One that the policy of its page has stopped is taken back: nothing was sent, and the browser
 * reports the violation itself.
 * @param originOf asked each time: a context may go on to another server
 * @param problemsOf where `report` has put what it was given
 */
export function watchRequestsElsewhere(
  context: BrowserContext,
  originOf: () => string,
  report: (problem: string) => void,
  problemsOf: () => string[],
): void {
  const problemOf = (url: string) => `request elsewhere: ${url}`;
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== originOf() && !/^(data|blob|about):$/.test(protocol)) report(problemOf(request.url()));
  });
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'csp') return;
    const problems = problemsOf();
    const at = problems.indexOf(problemOf(request.url()));
    if (at !== -1) problems.splice(at, 1);
  });
}
