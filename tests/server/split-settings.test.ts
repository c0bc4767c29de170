import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { madeUp } from '../split/secrets/masking.ts';
import { callsWhatIsAsked, callTool, offeredTools } from '../support/calling-model.ts';
import { createConversation } from '../support/conversations.ts';
import { exampleNames } from '../support/every-tool.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const token = `ghp_${madeUp(36)}`;
const files = {
  'middling.txt': numberedLines(900, (number) => `middling line ${number}`),
  'huge.txt': numberedLines(30_000, (number) => `huge line ${number} of many`),
  'secret.txt': numberedLines(400, (number) => (number === 200 ? `token = ${token}` : `plain ${number}`)),
};

/** What the model was sent of a call, and how much that is. */
async function sentOf(stage: Stage, id: string, call: Parameters<typeof callTool>[2]) {
  const { result, toolTelemetry } = await callTool(stage.server, id, call);
  const { count } = await loadTokenizer();
  const view = result?.content ?? '';
  // Of the whole request the model got this view, to the letter.
  expect(stage.model?.requests.at(-1)?.raw).toContain(JSON.stringify(view));
  return { view, tokens: count(view), relation: toolTelemetry.relation };
}

describe('with the split switched off', () => {
  let stage: Stage;
  let id: string;
  beforeAll(async () => {
    stage = await openStage({ files, script: callsWhatIsAsked, environment: { VITRINE_SPLIT: 'off' } });
    id = await createConversation(stage.server);
  });
  afterAll(async () => await stage?.close());

  test('the model reads results whole, those that are shown to people too', async () => {
    for (const name of ['read_file', 'render_file_contents'] as const) {
      const sent = await sentOf(stage, id, { name, arguments: { path: 'middling.txt' } });
      expect(sent.view).toBe(files['middling.txt']);
      expect(sent.relation).toBe('equal');
    }
    const run = await sentOf(stage, id, {
      name: 'run_and_display',
      arguments: { command: 'cat middling.txt' },
    });
    expect(run.view).toBe(files['middling.txt']);
  });

  test('a result over 25,000 tokens is cut there, and says so', async () => {
    for (const call of [
      { name: 'read_file', arguments: { path: 'huge.txt' } },
      { name: 'run_and_display', arguments: { command: 'cat huge.txt' } },
      { name: 'grep_file', arguments: { pattern: 'huge', path: 'huge.txt' } },
    ] as const) {
      const { view, tokens } = await sentOf(stage, id, call);
      expect(tokens).toBeLessThanOrEqual(limits.hardCeilingTokens);
      expect(tokens).toBeGreaterThan(limits.hardCeilingTokens - 100);
      expect(view).toMatch(
        /\nCut at 25,000 tokens\. recall_output\("art_[a-z2-7]{26}", lines: "last 100"\), or a query$/,
      );
    }
  });

  test('a secret is masked all the same', async () => {
    const { view } = await sentOf(stage, id, { name: 'read_file', arguments: { path: 'secret.txt' } });
    expect(view).toBe(files['secret.txt'].replace(token, '[masked: github token #1]'));
    for (const { raw } of stage.model?.requests ?? []) expect(raw).not.toContain(token.slice(8, 28));
  });
});

describe('a config file', () => {
  const excluded = ['embed_media', 'run_pty_cmd'] as const;
  let stage: Stage;
  let id: string;
  beforeAll(async () => {
    const path = join(tempFolder(), 'vitrine.config.json');
    const tools = {
      '*': { level: 'minimal' },
      read_file: { budgetTokens: 60 },
      grep_file: { split: false },
      execute_code: { level: 'conservative', budgetTokens: 900 },
    };
    writeFileSync(path, JSON.stringify({ tools, excludedTools: excluded }));
    stage = await openStage({ files, script: callsWhatIsAsked, environment: { VITRINE_CONFIG: path } });
    id = await createConversation(stage.server);
  });
  afterAll(async () => await stage?.close());

  test('has the model offered every tool but those it excludes, and a call of one of these is refused', async () => {
    const refused = await callTool(stage.server, id, {
      name: 'embed_media',
      arguments: { url: 'https://vimeo.com/76979871' },
    });
    expect([refused.success, refused.result?.content]).toEqual([
      false,
      expect.stringContaining('There is no tool embed_media'),
    ]);
    const offered = exampleNames.filter((name) => !excluded.some((each) => each === name));
    for (const request of stage.model?.requests ?? []) expect(offeredTools(request)).toEqual(offered);
  });

  test('gives a tool its own budget, or the whole text, and all others the level of all', async () => {
    const file = await sentOf(stage, id, { name: 'read_file', arguments: { path: 'middling.txt' } });
    expect(file.tokens).toBeLessThanOrEqual(60);
    expect(file.relation).toBe('summary');
    const search = await sentOf(stage, id, {
      name: 'grep_file',
      arguments: { pattern: 'line', path: 'middling.txt' },
    });
    expect(search.view.trimEnd().split('\n')).toHaveLength(900);
    const code = `print(open("middling.txt").read()[:2000])`;
    const printed = await sentOf(stage, id, {
      name: 'execute_code',
      arguments: { language: 'python', code },
    });
    expect(printed.tokens).toBeGreaterThan(400);
    expect(printed.tokens).toBeLessThanOrEqual(900);
    expect(printed.relation).toBe('equal');
    const created = await sentOf(stage, id, {
      name: 'create_file',
      arguments: { path: 'made.txt', content: files['middling.txt'].slice(0, 4_000) },
    });
    expect(created.tokens).toBeLessThanOrEqual(120);
    expect(created.relation).toBe('summary');
  });
});
