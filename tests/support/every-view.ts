import { until } from './conversations.ts';
import { noise } from './images.ts';
import { makeConversation } from './page-actions.ts';
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts';
import { numberedLines, openStage, type Stage } from './stage.ts';
import type { VitrineServer } from './vitrine-server.ts';

/** A card of every kind, and a result of every form that has a view of its own. */
const asked = [
  'list all',
  'show src/long.ts',
  'show settings.yml',
  'show page.html',
  'show table.csv',
  'show data.json',
  'show notes.md',
  'show blob.bin',
  'show picture.png',
  'show drawing.svg',
  'show app.log',
  'read src/long.ts',
  'find const in src/long.ts',
  'run cat app.log',
  'run exit 3',
  'edit notes.md: replace "here" with "there"',
  'create made.txt with `made`',
  'terminal seq 1 50',
  'python: print("printed")',
  'embed https://vimeo.com/76979871',
  'show missing.txt',
];

/** What the pages show must not act, lead away or load anything, so some of it tries. */
const files = async (): Promise<Record<string, string | Uint8Array>> => ({
  'src/long.ts': numberedLines(900, (number) => `const line${number} = ${number};`),
  'settings.yml': numberedLines(30, (number) => `key${number}: value ${number}`),
  'page.html': '<h1>Page</h1><script>window.wasRun = 1</script><img src="https://evil.example/x.png">',
  'table.csv': numberedLines(40, (number) => `${number},name ${number},${number * 3}`),
  'data.json': JSON.stringify({ list: [1, 2, { deep: true }], text: '<b>' }),
  'notes.md':
    '# Notes\n\nhere is `code`\n\n![image](https://evil.example/pixel.png) [link](https://example.com/)\n',
  'blob.bin': Uint8Array.from({ length: 600 }, (_, at) => at % 256),
  'picture.png': await noise(300, 200).png().toBuffer(),
  'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x</script></svg>',
  'app.log': numberedLines(
    60,
    (at) => `2026-01-01T00:00:${at % 60}Z ${at % 9 ? 'INFO' : 'ERROR'} line ${at}`,
  ),
});

export interface EveryView {
  stage: Stage;
  /** Who began the team; the server as they call it. */
  admin: PlainBrowser;
  server: VitrineServer;
  /** The page of the conversation in which all was asked. */
  conversation: string;
  artifacts: string[];
  /** How many cards it has. */
  cardCount: number;
}

/** A team whose admin has a conversation with all that a card or a panel can show. */
export async function openEveryView(): Promise<EveryView> {
  const stage = await openStage({
    environment: {
      VITRINE_SIGN_IN: 'invites',
      VITRINE_BASE_URL: 'http://127.0.0.1:9',
      VITRINE_MEDIA_TITLES: 'off',
    },
    files: await files(),
  });
  const admin = openPlainBrowser();
  const server: VitrineServer = {
    ...stage.server,
    request: (path, init) => admin.request(stage.server.url + path, init),
  };
  const printed = /\/join\/([A-Za-z0-9_-]{43})/;
  const token = await until('the first link', async () => printed.exec(stage.server.output())?.[1]);
  await server.request('/api/auth/join', { method: 'POST', body: { token, name: 'Ada' } });
  const { id, artifactIds } = await makeConversation(server, asked);
  return {
    stage,
    admin,
    server,
    conversation: `/c/${id}`,
    artifacts: artifactIds,
    cardCount: asked.length,
  };
}
