import type { LanguageModelV4 } from '@ai-sdk/provider';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { limits } from '#lib/core/limits.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { toModelMessages } from '#lib/runs/model-history.ts';
import { createModelImages, type ModelImage } from '#lib/runs/model-images.ts';
import { createModels } from '#lib/runs/models.ts';
import { createRunner } from '#lib/runs/runner.ts';
import { createServices } from '#lib/services.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { tools } from '#lib/tools/tools.ts';
import { until } from '../support/conversations.ts';
import { noise, svg } from '../support/images.ts';
import { startOpenAiServer } from '../support/openai-server.ts';
import { type ScriptedCall, scriptedModel } from '../support/scripted-model.ts';
import { scriptedModels } from '../support/scripted-models.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const folder = tempFolder();
writeFiles(folder, {
  'small.png': await noise(40, 30).png().toBuffer(),
  'sideways.jpg': await noise(3_000, 1_000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  'large.png': await noise(1_600, 700, 4).png().toBuffer(),
  'photo.avif': await noise(50, 50).avif().toBuffer(),
  'drawing.svg': svg('<rect width="9" height="9"/>'),
});
const services = createServices(
  readConfig({
    VITRINE_DATA_DIR: tempFolder(),
    VITRINE_WORKSPACES: folder,
    LOG_LEVEL: 'silent',
    VITRINE_EXEC: 'off',
  }),
);
afterAll(() => services.shutDown());

const noAttachments = new Map<string, string>();

/** Creates a conversation with these steps. Returns what the model was sent and the resulting log. */
async function converse(steps: ScriptedCall[][], hasVision: boolean) {
  const { model, prompts } = scriptedModel(steps);
  return { prompts, state: await runWith(model, hasVision) };
}

async function runWith(model: LanguageModelV4, hasVision: boolean): Promise<ConversationState> {
  const errors: unknown[] = [];
  const runner = createRunner({
    ...services,
    isTeam: false,
    readTools: async () => tools,
    models: scriptedModels(model, { hasVision }),
    readLifetime: async () => 1_800,
    pasteTokens: 2_000,
    knownSecrets: [],
    readMediaTitle: async () => null,
    workspaceOf: async () => services.workspaces.configured[0] ?? null,
    onStorageFailure: (error) => errors.push(error),
    onSplitFault: (error) => errors.push(error),
    onError: (error) => errors.push(error),
  });
  const conversation = await createConversation(services, services.localMember, {});
  const author = { id: 'local', name: 'me' };
  await runner.submit(conversation, { text: 'look', author, attachments: [], interrupt: false });
  const log = () => readLog(services.stores.events, conversation.id);
  await until('the end', async () => (await log()).some((event) => event.type === 'run.finished'));
  await runner.drain();
  expect(errors).toEqual([]);
  return reduceEvents(await log());
}

const look = (path: string): ScriptedCall => ({ name: 'read_file', input: { path } });
const imagesOf = (state: ConversationState) => createModelImages(services.stores.artifacts)(state);
const idsOf = (state: ConversationState) =>
  Object.values(state.toolCalls).map((call) => call.result?.toolTelemetry.artifactId ?? '');

describe('an image that the model views', () => {
  test('follows the results of its step, in order, in every later step', async () => {
    const steps = [[look('small.png'), look('drawing.svg'), look('photo.avif')], [look('sideways.jpg')]];
    const { prompts, state } = await converse(steps, true);
    expect(prompts.map((prompt) => prompt.map(({ role }) => role).slice(1))).toEqual([
      ['user'],
      ['user', 'assistant', 'tool', 'user'],
      ['user', 'assistant', 'tool', 'user', 'assistant', 'tool', 'user'],
    ]);
    // The prefix is the same, so that the provider's cache applies.
    expect(prompts[2]?.slice(0, 5)).toEqual(prompts[1]);
    const [first, second] = prompts[2]?.filter(({ role }, index) => role === 'user' && index > 1) ?? [];
    expect(first?.content).toMatchObject([
      { type: 'file', mediaType: 'image/png' },
      { type: 'file', mediaType: 'image/jpeg' },
    ]);
    expect(second?.content).toMatchObject([{ type: 'file', mediaType: 'image/jpeg' }]);
    const text = JSON.stringify(toModelMessages(state, noAttachments).filter(({ role }) => role === 'tool'));
    expect(text).toMatch(/small\.png: 40 × 30 PNG, 3\.\d KB, shown to you as an image, art_/);
  });

  test('is sent in the format of either API', async () => {
    const server = await startOpenAiServer((_, index) =>
      index === 0
        ? { toolCalls: [{ name: 'read_file', arguments: { path: 'small.png' } }] }
        : { text: 'seen' },
    );
    try {
      for (const api of ['chat', 'responses'] as const) {
        const scripted = {
          id: 'scripted',
          label: 'scripted',
          model: 'scripted',
          vision: 'on',
          reasoning: null,
        } as const;
        const offered = { ...scripted, apiKey: null, baseUrl: server.url, api };
        const { languageModel, hasVision } = createModels([offered]).standard;
        server.requests.length = 0;
        const state = await runWith(languageModel, hasVision);
        const [image] = (await imagesOf(state)).values();
        const bytes = Buffer.from(image?.bytes ?? []).toString('base64');
        expect(server.requests, api).toHaveLength(2);
        expect(server.requests[0]?.raw, api).not.toContain('data:image');
        expect(server.requests[1]?.raw.split(`"data:image/png;base64,${bytes}"`), api).toHaveLength(2);
      }
    } finally {
      await server.close();
    }
  });

  test('is not sent to a model without vision', async () => {
    const { prompts, state } = await converse([[look('small.png')]], false);
    expect(prompts[1]?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
    expect(JSON.stringify(toModelMessages(state, noAttachments))).toContain(
      'This model cannot look at images',
    );
    expect(await imagesOf(state)).toEqual(new Map());
  });

  test('is not sent if it was shown to people only', async () => {
    const show = { name: 'display_image', input: { path: 'small.png' } };
    const { prompts } = await converse([[show]], true);
    expect(prompts[1]?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  });
});

describe('the images of a conversation', () => {
  test('are reduced in size, upright, stripped of camera metadata, and always the same', async () => {
    const { state } = await converse([[look('small.png'), look('sideways.jpg'), look('large.png')]], true);
    const images = await imagesOf(state);
    const [small, sideways, large] = idsOf(state).map((id) => images.get(id) as ModelImage);
    const notify = async (image: ModelImage | undefined) => {
      const { width, height, format, exif, orientation } = await sharp(image?.bytes).metadata();
      return { width, height, format, exif, orientation };
    };
    const plain = { exif: undefined, orientation: undefined };
    expect(await notify(small)).toEqual({ width: 40, height: 30, format: 'png', ...plain });
    expect(await notify(sideways)).toEqual({ width: 523, height: 1_568, format: 'jpeg', ...plain });
    // As a PNG it would be too large.
    expect(await notify(large)).toEqual({ width: 1_568, height: 686, format: 'jpeg', ...plain });
    for (const { bytes } of images.values()) expect(bytes.length).toBeLessThan(limits.modelImageBytes);
    expect(await imagesOf(state)).toEqual(images);
  });

  test('are processed once, only the latest ones, and a missing image is left out', async () => {
    const steps = Array.from({ length: limits.modelImages + 2 }, () => [look('small.png')]);
    const { state } = await converse(steps, true);
    const reads: string[] = [];
    const artifacts: ArtifactStore = {
      ...services.stores.artifacts,
      get: (id) => services.stores.artifacts.get(id),
      readBytes: (id, start, end) => {
        reads.push(id);
        return services.stores.artifacts.readBytes(id, start, end);
      },
    };
    const load = createModelImages(artifacts);
    const latest = idsOf(state).slice(-limits.modelImages);
    expect([...(await load(state)).keys()]).toEqual(latest);
    expect([...(await load(state)).keys()]).toEqual(latest);
    expect(reads).toEqual(latest);

    await services.stores.artifacts.delete(latest[0] ?? '');
    const images = await imagesOf(state);
    expect([...images.keys()]).toEqual(latest.slice(1));
    const users = (looked: typeof images) =>
      toModelMessages(state, noAttachments, looked).filter(({ role }) => role === 'user');
    expect(users(images)).toHaveLength(limits.modelImages);
    expect(users(new Map())).toHaveLength(1);
    // The text description remains.
    const report = (looked: typeof images) =>
      toModelMessages(state, noAttachments, looked).filter(({ role }) => role !== 'user');
    expect(report(images)).toEqual(report(new Map()));
  });

  test('are left out if the store does not respond', async () => {
    const { state } = await converse([[look('small.png')]], true);
    const broken = { ...services.stores.artifacts, get: () => Promise.reject(new Error('down')) };
    expect(await createModelImages(broken)(state)).toEqual(new Map());
  });
});
