import { describe, expect, test } from 'vitest';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { toolBench } from '../support/tool-bench.ts';

const { count } = await loadTokenizer();
const bench = toolBench();
const url = 'https://youtu.be/dQw4w9WgXcQ?t=90';
const result = { context: { readMediaTitle: async () => ({ title: 'Never Gonna', author: 'Rick' }) } };
const untold = { context: { readMediaTitle: async () => null } };

describe('a medium', () => {
  test('is stored as what it is, with the words of its provider, and the model gets a line', async () => {
    const outcome = await bench.call('embed_media', { url }, result);
    expect(JSON.parse((await bench.bytesOf(outcome)).toString())).toEqual({
      provider: 'youtube',
      id: 'dQw4w9WgXcQ',
      kind: 'video',
      url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s',
      title: 'Never Gonna',
      author: 'Rick',
    });
    const { artifactId } = outcome.toolTelemetry;
    expect(outcome.toolTelemetry).toMatchObject({ type: 'media', title: 'Never Gonna' });
    const record = await bench.stores.artifacts.get(artifactId ?? '');
    expect(record?.metadata.mimeType).toBe('application/json');
    const line = outcome.result?.content ?? '';
    expect(line).toBe(`Shown to people: Never Gonna, YouTube video, ${artifactId}. You have not seen it.`);
    expect(count(line.replace(artifactId ?? '', ''))).toBeLessThanOrEqual(30);
  });

  test('whose provider says nothing is shown by its link', async () => {
    const outcome = await bench.call('embed_media', { url }, untold);
    expect(outcome.toolTelemetry.title).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s');
    expect(JSON.parse((await bench.bytesOf(outcome)).toString())).not.toHaveProperty('title');
  });

  test('of anybody else is refused, and nobody is asked for a title', async () => {
    const readMediaTitle = () => Promise.reject(new Error('asked'));
    for (const link of [
      'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
      'x',
      'https://youtu.be/x',
    ]) {
      const outcome = await bench.call('embed_media', { url: link }, { context: { readMediaTitle } });
      expect(outcome).toMatchObject({ success: false, toolTelemetry: { artifactId: null } });
      expect(outcome.result?.content).not.toContain('asked');
    }
  });
});
