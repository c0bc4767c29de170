import { describe, expect, test } from 'vitest';
import { emptyPng, noise, svg } from '../support/images.ts';
import { toolBench } from '../support/tool-bench.ts';

const png = await noise(64, 48).png().toBuffer();
const bench = toolBench({
  'logo.png': png,
  'cut.png': png.subarray(0, 2_000),
  'huge.png': emptyPng(30_000, 30_000),
  'logo.svg': svg('<rect/>'),
  'words.txt': 'GIF89a is how a GIF begins\n',
});
const seeing = { context: { hasVision: true } };
const blind = { context: { hasVision: false } };

describe('read_file of an image', () => {
  test('lets a model look that can: a line in words, the bytes stored, the call marked', async () => {
    const outcome = await bench.call('read_file', { path: 'logo.png' }, seeing);
    const { artifactId } = outcome.toolTelemetry;
    expect(outcome.result?.content).toBe(
      `logo.png: 64 × 48 PNG, 9.1 KB, shown to you as an image, ${artifactId}`,
    );
    expect(outcome.toolTelemetry).toMatchObject({
      type: 'image',
      seenImage: true,
      dimensions: { width: 64, height: 48 },
      fullTokens: null,
      lineCount: null,
    });
    expect(await bench.bytesOf(outcome)).toEqual(png);
    expect((await bench.recorded()).at(-1)).toMatchObject({ success: true, fullTokens: null });
  });

  test('tells a model that cannot, in words, and stores nothing', async () => {
    const outcome = await bench.call('read_file', { path: 'logo.png' }, blind);
    expect(outcome).toMatchObject({
      success: true,
      result: {
        content:
          'logo.png is an image (64 × 48 PNG). This model cannot look at images; display_image shows it to people.',
      },
      toolTelemetry: { type: 'text', artifactId: null, relation: 'equal' },
    });
    expect(outcome.toolTelemetry.seenImage).toBeUndefined();
    expect(outcome.toolTelemetry.dimensions).toBeUndefined();
  });

  test('that cannot be shown is read as data, with the reason', async () => {
    for (const [path, reason] of [
      ['cut.png', 'it is damaged or cut short'],
      ['huge.png', 'it has more than 40 million pixels'],
    ]) {
      for (const change of [seeing, blind]) {
        const outcome = await bench.call('read_file', { path }, change);
        expect(outcome.result?.content).toContain(`bytes, as an image ${reason}, art_`);
        expect(outcome.toolTelemetry.type).toBe('binary');
        expect(outcome.toolTelemetry.seenImage).toBeUndefined();
      }
    }
  });

  test('leaves text alone: the source of a drawing, and words that begin like an image', async () => {
    expect(await bench.resultOf('read_file', { path: 'logo.svg' }, seeing)).toBe(svg('<rect/>'));
    expect(await bench.resultOf('read_file', { path: 'words.txt' }, seeing)).toBe(
      'GIF89a is how a GIF begins\n',
    );
  });

  test('that could not be stored does not say that it was shown', async () => {
    const { artifacts } = bench.stores;
    const broken = { ...artifacts, create: () => Promise.reject(new Error('no room')) };
    const context = { ...seeing.context, artifacts: broken };
    const outcome = await bench.call('read_file', { path: 'logo.png' }, { context });
    expect(outcome.result?.content).toBe(
      'logo.png: 64 × 48 PNG, 9.1 KB, could not be stored for you to look at',
    );
    expect(outcome.toolTelemetry.seenImage).toBeUndefined();
  });
});
