import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { createConversation, send } from '../support/conversations.ts';
import { hostileTexts, lastHostileText } from '../support/hostile-texts.ts';
import { action, cardOf, makeConversation, saidTexts } from '../support/page-actions.ts';
import { pdfOf } from '../support/pdfs.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;

/** Must hear nothing. */
const heard: string[] = [];
const listener = createServer((request, response) => {
  heard.push(request.url ?? '');
  response.end();
});
let connections = 0;
listener.on('connection', () => {
  connections += 1;
});
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
const texts = hostileTexts(origin);
const lines = texts.join('\n');
/** Without what the name of no file contains, and short enough. */
const fileNames = [...new Set(texts.map((text) => text.replaceAll(/[/\p{C}]/gu, '_').slice(0, 70)))];

const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    ...texts.map((text) => ({ cell_type: 'markdown', metadata: {}, source: text })),
    {
      cell_type: 'code',
      metadata: {},
      execution_count: 1,
      source: lines,
      outputs: [
        ...texts.map((text) => ({
          output_type: 'display_data',
          metadata: {},
          data: {
            'text/html': text,
            'image/svg+xml': text,
            'application/javascript': text,
            'text/plain': text,
          },
        })),
        { output_type: 'stream', name: 'stdout', text: lines },
        { output_type: 'error', ename: texts[0], evalue: texts[3], traceback: texts },
      ],
    },
    { cell_type: 'markdown', metadata: {}, source: lastHostileText },
  ],
};
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" onload="top.wasRun=1"><script>top.wasRun=1</script>
<image href="${origin}/image.png" width="9" height="9"/><style>@import url(${origin}/style.css);</style>
<foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${origin}/foreign.png"/></body></foreignObject>
<a href="javascript:top.wasRun=1"><text y="20">link</text></a></svg>`;
const inPdf = (text: string) => text.replaceAll(/[\\()]/g, '\\$&');

/** What only this viewer draws. */
const drawn: Readonly<Record<ArtifactType, string>> = {
  file: '.lines .ln',
  text: '.lines .ln',
  terminal: '.lines .ln',
  matches: '.hits',
  tree: '[role="tree"]',
  diff: '.ln.add',
  image: 'img',
  pdf: 'canvas',
  media: '.media',
  json: '[role="treeitem"]',
  notebook: '.notebook-cell',
  table: '.data-no',
  markdown: '.document',
  html: '.lines .ln, .html-view iframe',
  log: '.log-level',
  binary: '.hex-view',
};

interface Shown {
  /** A file of the workspace; `null`: none but those of the others. */
  file: [name: string, content: string | Uint8Array] | null;
  /** What is said to the offline model. */
  say: string;
  /** What is pasted into that message: its artifact is shown, not that of a call. */
  paste?: string;
  /** What the browser says of what it refuses to load. */
  expects?: RegExp[];
  /** In the panel: shows that all is drawn. Default: the last of the texts. */
  end?: (panel: Locator) => Locator;
}

const asFile = (
  name: string,
  content: string | Uint8Array,
  more: Omit<Shown, 'file' | 'say'> = {},
): Shown => ({
  file: [name, content],
  say: `show ${name}`,
  ...more,
});

/** The texts in every viewer: a new type of artifact does not compile until it is here. */
const shown: Readonly<Record<ArtifactType, Shown>> = {
  file: asFile('texts.ts', lines),
  text: { file: null, say: 'look', paste: lines },
  terminal: { file: ['texts.txt', lines], say: 'run cat texts.txt' },
  matches: {
    file: ['texts.py', `${texts.slice(0, -1).join('\n')}\ntop.wasRun = '${lastHostileText}'\n`],
    say: 'find wasRun in texts.py',
  },
  tree: {
    file: null,
    say: 'list names',
    end: (panel) => panel.locator('.tree-row').getByText(lastHostileText),
  },
  diff: asFile(
    'texts.diff',
    `--- a/${texts[3]}\n+++ b/${texts[3]}\n@@ -1,1 +1,${texts.length} @@ ${texts[0]}\n-${texts[4]}\n${texts.map((text) => `+${text}`).join('\n')}\n`,
  ),
  image: asFile('texts.svg', svg, { end: (panel) => panel.getByRole('img').first() }),
  pdf: asFile(
    'texts.pdf',
    pdfOf([texts], {
      outline: [{ title: inPdf(texts[3] ?? ''), page: 1 }],
      catalog: `/OpenAction<</S/JavaScript/JS(app.launchURL\\("${origin}/pdf.js"\\))>>/AA<</WC<</S/URI/URI(${origin}/pdf)>>>>`,
    }),
    { end: (panel) => panel.locator('canvas').first() },
  ),
  media: {
    file: null,
    say: `embed https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=%22%3E%3Cscript%3Etop.wasRun=1%3C/script%3E`,
    end: (panel) => panel.locator('.media'),
  },
  json: asFile(
    'texts.json',
    JSON.stringify(
      Object.fromEntries(texts.map((text, index) => [index % 2 ? text : `key ${index}`, text])),
    ).replace('{', '{"__proto__":{"wasRun":1},"constructor":{"prototype":{"wasRun":1}},'),
  ),
  notebook: asFile('texts.ipynb', JSON.stringify(notebook)),
  table: asFile(
    'texts.csv',
    `"${(texts[3] ?? '').replaceAll('"', '""')}",b\n${texts.map((text) => `x,"${text.replaceAll('"', '""')}"`).join('\n')}\n`,
  ),
  markdown: asFile(
    'texts.md',
    `# ${texts[3]}\n\n${texts.join('\n\n')}\n\n\`\`\`mermaid\ngraph TD; A["${texts[3]}"] --> B; click A "javascript:top.wasRun=1"\n\`\`\`\n\n${lastHostileText}\n`,
  ),
  html: asFile('texts.html', `<!doctype html><title>${texts[2]}</title>${lines}<p>${lastHostileText}`, {
    // What a frame asks for and is refused is no connection, but the browser says that it was asked for.
    expects: [
      /^console: .*(Content Security Policy|sandboxed|policy violation: (base-uri|script-src-attr))/,
      new RegExp(`^request elsewhere: ${origin}/`),
    ],
  }),
  log: asFile('texts.log', texts.map((text) => `2026-11-30 10:00:00 error ${text}`).join('\n')),
  binary: asFile(
    'texts.db',
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(64), Buffer.from(lines)]),
    {
      end: (panel) => panel.locator('.hex-row').first(),
    },
  ),
};

beforeAll(async () => {
  const files = Object.values(shown).flatMap(({ file }) => (file ? [file] : []));
  stage = await openSharedStage({
    files: Object.fromEntries([...files, ...fileNames.map((name) => [`names/${name}`, 'x\n'])]),
  });
});
afterAll(async () => {
  await stage?.close();
  listener.close();
});

async function makeArtifact(
  say: string,
  paste: string | undefined,
): Promise<{ id: string; artifactId: string }> {
  if (paste === undefined) {
    const { id, artifactIds } = await makeConversation(stage.server, [say]);
    return { id, artifactId: artifactIds[0] ?? '' };
  }
  const pasted = await fetch(`${stage.server.url}/api/attachments`, {
    method: 'POST',
    headers: { Origin: stage.server.url },
    body: new Blob([paste]),
  });
  const { artifactId } = (await pasted.json()) as { artifactId: string };
  const id = await createConversation(stage.server);
  await send(stage.server, id, say, { attachments: [{ artifactId }] });
  return { id, artifactId };
}

const wasRun = (page: Page) =>
  Promise.all(page.frames().map((frame) => frame.evaluate(() => Reflect.get(window, 'wasRun') ?? null)));

async function expectUntouched(page: Page): Promise<void> {
  // Whatever would have been loaded is asked for by then.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(new Set(await wasRun(page))).toEqual(new Set([null]));
  expect([connections, heard]).toEqual([0, []]);
}

test('a page that believes them runs them, and a listener hears of it', async () => {
  let heardHere = 0;
  const other = createServer().on('connection', (socket) => {
    heardHere += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const believed = hostileTexts(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
    // The others lead away from the page.
    .filter((text) => /^<(img|link rel=preconnect)/.test(text))
    .join('');
  const { context } = await visit(stage.server.url, { expects: [/./] });
  const page = await context.newPage();
  await page.route(`${stage.server.url}/believes`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><body>${believed}` }),
  );
  await page.goto(`${stage.server.url}/believes`);
  await eventually(() => wasRun(page)).toEqual([1]);
  await eventually(() => heardHere).toBeGreaterThan(0);
  other.close();
});

test.for(Object.entries(shown))(
  'a viewer runs and loads nothing of them: %s',
  async ([type, { say, paste, end, expects = [] }]) => {
    const seen = drawn[type as ArtifactType];
    const { id, artifactId } = await makeArtifact(say, paste);
    const visitor = await visit(stage.server.url, { expects, viewport: { width: 1440, height: 6_000 } });
    const page = await visitor.open(`/c/${id}#${artifactId}`);
    const panel = page.locator('.panel');
    await panel.locator(seen).first().waitFor();
    await (end ?? ((within) => within.getByText(lastHostileText)))(panel).last().waitFor();
    await expectUntouched(page);
    const forms = panel.getByRole('group', { name: 'Shown as' }).getByRole('button');
    for (const form of await forms.all()) {
      await form.click();
      await eventually(() => form.getAttribute('aria-pressed')).toBe('true');
      await panel.locator(`${seen}, .lines .ln`).locator('visible=true').first().waitFor();
      await expectUntouched(page);
    }
    if (paste !== undefined) return;
    const card = cardOf(page, artifactId);
    await action(card, 'flip').click();
    await card.locator('.seen').waitFor();
    await expectUntouched(page);
  },
);

test('said by people, they are what was said, in the thread and in the list', async () => {
  const { id } = await makeConversation(stage.server, [lines, 'show texts.ts']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  await eventually(async () => (await saidTexts(page)).at(0)).toContain(lastHostileText);
  await eventually(() => page.locator('nav.side').textContent()).toContain('<script>');
  await expectUntouched(page);
});
