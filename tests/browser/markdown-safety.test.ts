import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { begin, cardOf, isShownIn, selectedLines } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { heard, isAfterTool, numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;

const hostile = `
<script>window.wasRun = 'script'</script>
<img src=x onerror="window.wasRun = 'onerror'">
<svg onload="window.wasRun = 'svg'"></svg>
<iframe src="https://evil.example/frame"></iframe>
<style>body { background: url(https://evil.example/style) }</style>

[script link](javascript:window.wasRun='link')
[Script Link](JaVaScRiPt:window.wasRun='link2')
[spaced](<java\tscript:window.wasRun='link3'>)
[data link](data:text/html,<script>window.wasRun='data'</script>)
[file link](file:///etc/passwd) [vbs](vbscript:x) [blob](blob:https://evil.example/1)
![pixel](https://evil.example/pixel.png?what=secret)
![inline](data:image/svg+xml,<svg/onload=alert(1)>)
![](//evil.example/none.png)
[good link](https://example.com/page) and <https://example.org> and www.example.net and [mail](mailto:a@b.example)

| a | b |
|---|---|
| <b onclick="window.wasRun='cell'">cell</b> | [in cell](javascript:alert(1)) |
`;

/** A tool call first, and then words about its artifact. */
beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'src/server.ts': numberedLines(300, (number) => `const line${number} = ${number};`) },
    script: (request) => {
      if (heard(request) !== 'cite') return { text: hostile };
      if (!isAfterTool(request)) {
        return { toolCalls: [{ name: 'render_file_contents', arguments: { path: 'src/server.ts' } }] };
      }
      const artifactId = /art_[a-z2-7]{26}/.exec(request.raw)?.[0];
      return {
        text: `Look at ${artifactId}#L240-L242, or \`${artifactId}\`, not at art_aaaaaaaaaaaaaaaaaaaaaaaaaa#L5.`,
      };
    },
  });
});
afterAll(async () => await stage?.close());

const wasRun = (page: Page) => page.evaluate(() => Reflect.get(window, 'wasRun') ?? null);

test('what the model says can run nothing, load nothing, and lead only where a person can see', async () => {
  const visitor = await visit(stage.server.url);
  const page = await visitor.open('/');
  await begin(page, 'go');
  const prose = page.locator('.prose');
  await prose.getByRole('link', { name: 'good link' }).waitFor();
  await eventually(() => prose.locator('td').count()).toBe(2);

  expect(
    await prose
      .locator('script, img, svg:not(.i), iframe, style, object, embed, form, [onclick], [onerror]')
      .count(),
  ).toBe(0);
  expect(await prose.textContent()).toContain('external image: evil.example');
  const links = await prose.locator('a').evaluateAll((all) =>
    all.map((link) => ({
      scheme: new URL(link.getAttribute('href') ?? '', 'relative:/').protocol,
      rel: link.getAttribute('rel'),
      target: link.getAttribute('target'),
    })),
  );
  expect(links.length).toBeGreaterThanOrEqual(4);
  for (const link of links) {
    expect(link).toEqual({
      scheme: expect.stringMatching(/^(https?|mailto):$/),
      rel: 'noopener noreferrer nofollow ugc',
      target: '_blank',
    });
  }
  // A click on what was to be a link does nothing either.
  for (const text of ['script link', 'data link', 'in cell'])
    await prose.getByText(text, { exact: false }).first().click();
  expect(await wasRun(page)).toBeNull();
  expect(visitor.context.pages()).toHaveLength(1);

  // The server's own rendering of the same words is as safe.
  await page.reload();
  await prose.getByRole('link', { name: 'good link' }).waitFor();
  expect(await wasRun(page)).toBeNull();
  expect(await prose.locator('script, img, svg:not(.i), iframe, style').count()).toBe(0);
});

test('a citation is a link under the artifact’s name that opens the panel at the lines', async () => {
  const page = await (await visit(stage.server.url, { expects: [/404 \(Not Found\)/] })).open('/');
  await begin(page, 'cite');
  const citations = page.locator('.prose .cite');
  await eventually(() => citations.allTextContents()).toEqual([
    'src/server.ts L240–L242',
    'src/server.ts',
    'art_aaaaaaaaaaaaaaaaaaaaaaaaaa#L5',
  ]);
  await citations.first().click();
  await eventually(() => selectedLines(page)).toEqual([240, 241, 242]);
  await eventually(() => isShownIn(page.locator('.panel [data-line="240"]'), '.lines')).toBe(true);
  const artifactId = /#(art_[a-z2-7]+):L240-L242$/.exec(page.url())?.[1] ?? '';
  expect(await cardOf(page, artifactId).count()).toBe(1);

  // One that leads nowhere says so, as for what is somebody else's.
  await citations.nth(2).click();
  await page.locator('.panel').getByText('Nothing to show here').waitFor();
});
