import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { VitrineError } from '#lib/core/errors.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { durableEvent, type NewEvent } from '#lib/core/vocabulary/events.ts';
import { openMemoryStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { createSearchIndexer, type SearchIndexer } from '#lib/streams/search-indexer.ts';
import { isoAfter, newId, sampleArtifact, sampleConversation } from '#tests/contracts/samples.ts';

const by = { id: 'mem_a', name: 'Ada' };
let stores: Stores;
let indexer: SearchIndexer;
const failures: unknown[] = [];
beforeEach(() => {
  stores = openMemoryStores({ nowMs: Date.now });
  indexer = createSearchIndexer(stores, (error) => failures.push(error));
});
afterEach(async () => {
  await indexer.close();
  await stores.close();
  expect(failures.splice(0)).toEqual([]);
});

const find = async (words: string[], facets: string[] = []) =>
  (await stores.search.search({ words, facets, memberId: by.id, before: null, limit: 20 })).found.map(
    ({ document }) => document,
  );
const started = () => durableEvent('session.start', { model: 'demo', workspace: 'vitrine' }, isoAfter(0));
const answer = (messageId: string, content: string) =>
  durableEvent('assistant.message', { messageId, content }, isoAfter(0));
const asked = (messageId: string, content: string, more: object = {}) =>
  durableEvent(
    'user.message',
    { messageId, runId: 'run_1', content, author: by, attachments: [], ...more },
    isoAfter(0),
  );

async function conversation(title = 'New conversation'): Promise<string> {
  const { id } = sampleConversation();
  await stores.conversations.create(sampleConversation({ id, title, createdBy: by }));
  return id;
}
async function append(id: string, ...events: NewEvent[]): Promise<void> {
  await indexer.followed(stores.events).append(id, events);
  await indexer.settled();
}
async function artifact(conversationId: string, change: Partial<ArtifactMetadata>): Promise<string> {
  const id = newId('art');
  const writer = await stores.artifacts.create(sampleArtifact({ id, conversationId, author: by, ...change }));
  await writer.complete(isoAfter(60_000));
  return id;
}

describe('the search index', () => {
  test('has a message with its author and kind as soon as it is appended, and its title', async () => {
    const id = await conversation('Pear harvest');
    await append(id, started(), asked('msg_u', 'when are pears ripe?'), answer('msg_a', 'In August.'));
    expect(await find(['pear'])).toMatchObject([
      { id: 'msg_u', kind: 'message', by, facets: ['kind:message', `in:${id}`, `by:${by.id}`] },
      { id, kind: 'conversation', text: 'Pear harvest' },
    ]);
    expect(await find(['august'], ['by:agent'])).toMatchObject([{ id: 'msg_a', by: null }]);
    await append(id, durableEvent('conversation.renamed', { title: 'Plum harvest' }, isoAfter(0)));
    expect((await find(['harvest'])).map(({ text }) => text)).toEqual(['Plum harvest']);
    await append(id, durableEvent('conversation.renamed', { title: 'New conversation' }, isoAfter(0)));
    expect(await find([], ['kind:conversation'])).toEqual([]);
  });

  test('forgets words that were edited, withdrawn or deleted', async () => {
    const id = await conversation();
    await append(
      id,
      started(),
      asked('msg_e', 'sloe one'),
      asked('msg_w', 'sloe two'),
      asked('msg_d', 'sloe'),
    );
    expect(await find(['sloe'])).toHaveLength(3);
    await append(
      id,
      durableEvent('message.edited', { messageId: 'msg_e', content: 'damson', by }, isoAfter(0)),
      durableEvent('message.withdrawn', { messageId: 'msg_w', by }, isoAfter(0)),
      durableEvent('message.deleted', { messageId: 'msg_d', by }, isoAfter(0)),
      asked('msg_x', 'sloe after all'),
      durableEvent('message.deleted', { messageId: 'msg_x', by }, isoAfter(0)),
    );
    expect(await find(['sloe'])).toEqual([]);
    expect(await find(['damson'])).toMatchObject([{ id: 'msg_e' }]);
  });

  test('has the artifacts of calls, of messages, of re-runs and what came with them, by tool, type and who keeps them', async () => {
    const id = await conversation();
    const part = await artifact(id, { title: 'plot.png', type: 'image' });
    const parts = [{ artifactId: part, type: 'image' as const, title: 'plot.png', byteLength: 1 }];
    const made = await artifact(id, { title: 'npm test', parts });
    const attached = await artifact(id, { title: 'notes.txt', tool: 'upload', type: 'file' });
    const rerun = await artifact(id, { title: 'npm test again' });
    const elsewhere = await artifact(await conversation(), { title: 'npm test elsewhere' });
    const telemetry = (artifactId: string) => ({
      ...{ artifactId, type: 'log' as const, title: 'x', lineCount: 1, byteLength: 1, summarizer: null },
      ...{ fullTokens: 1, sentTokens: 1, tokenizer: 't', relation: 'equal' as const },
    });
    const attachment = { artifactId: attached, title: 'notes.txt', textArtifactId: attached, tokens: 1 };
    const done = { toolCallId: 'c', success: true, resultType: 'success' as const, durationMs: 1 };
    await stores.artifacts.keep(made, () => null);
    await append(
      id,
      started(),
      asked('msg_u', `see [attachment 1: 2 lines, ${attached}]`, {
        attachments: [{ ...attachment, as: 'text' }],
      }),
      durableEvent('tool.execution_complete', { ...done, toolTelemetry: telemetry(made) }, isoAfter(0)),
      durableEvent('tool.execution_complete', { ...done, toolTelemetry: telemetry(elsewhere) }, isoAfter(0)),
      durableEvent(
        'artifact.replaced',
        { artifactId: made, toolCallId: 'c', by, durationMs: 1, toolTelemetry: telemetry(rerun) },
        isoAfter(0),
      ),
      durableEvent('artifact.kept', { artifactId: made, expiresAt: null, by }, isoAfter(0)),
      answer('msg_a', `It is in ${made}#L4.`),
    );
    const ids = async (words: string[], facets: string[]) =>
      (await find(words, ['kind:artifact', ...facets])).map((one) => one.id).sort();
    expect(await ids([], [])).toEqual([part, made, attached, rerun].sort());
    expect(await ids(['npm'], ['type:log', 'tool:run_and_display'])).toEqual([made, rerun].sort());
    expect(await ids([], ['tool:upload'])).toEqual([attached]);
    // As people read them: the mark is a card there, and a citation a title.
    expect((await find([], ['kind:message'])).map(({ text }) => text)).toEqual(['It is in npm test.', 'see']);
    const kept = { words: [], facets: [], memberId: by.id, before: null, limit: 9, isKept: true };
    expect((await stores.search.search(kept)).found.map(({ document }) => document.id)).toEqual([made]);
  });

  test('leaves the words of sub-agents out, but has their artifacts', async () => {
    const id = await conversation();
    const made = await artifact(id, { title: 'of a helper' });
    const nested = { ...answer('msg_n', 'medlar'), parentId: '1' };
    const telemetry = {
      ...{
        artifactId: made,
        type: 'log' as const,
        title: 'x',
        lineCount: 1,
        byteLength: 1,
        summarizer: null,
      },
      ...{ fullTokens: 1, sentTokens: 1, tokenizer: 't', relation: 'equal' as const },
    };
    const done = { toolCallId: 'c', success: true, resultType: 'success' as const, durationMs: 1 };
    const call = {
      ...durableEvent('tool.execution_complete', { ...done, toolTelemetry: telemetry }, isoAfter(0)),
      parentId: '1',
    };
    await append(id, started(), nested, call);
    expect(await find(['medlar'])).toEqual([]);
    expect(await find(['helper'])).toMatchObject([{ id: made }]);
  });

  test('goes on where an earlier process has ended, log by log, and reads no event twice', async () => {
    const ids = [await conversation(), await conversation()];
    for (const [at, id] of ids.entries()) {
      await stores.events.append(
        id,
        Array.from({ length: 45 }, (_, index) => answer(`msg_${at}_${index}`, `fig ${index}`)),
      );
    }
    const read = vi.spyOn(stores.search, 'index');
    indexer.catchUp();
    expect(await indexer.upToDate()).toBe(false);
    await indexer.settled();
    expect(await indexer.upToDate()).toBe(true);
    expect(read).toHaveBeenCalledTimes(6);
    expect(await find(['fig', '44'])).toHaveLength(2);
    indexer.catchUp();
    await indexer.settled();
    expect(read).toHaveBeenCalledTimes(6);
  });

  test('of two processes that index the same log both come to the same end', async () => {
    const id = await conversation();
    const other = createSearchIndexer(stores, (error) => failures.push(error));
    await Promise.all(
      [indexer, other].map(async (each) => {
        const events = each.followed(stores.events);
        for (let index = 0; index < 30; index += 1)
          await events.append(id, [answer(newId('msg'), `date ${index}`)]);
      }),
    );
    await indexer.settled();
    await other.settled();
    expect(
      (await stores.search.search({ words: ['date'], facets: [], memberId: by.id, before: null, limit: 99 }))
        .found,
    ).toHaveLength(60);
    await other.close();
  });

  test('a process that comes late to a log indexes what the faster one did not know of', async () => {
    const id = await conversation();
    const other = createSearchIndexer(stores, (error) => failures.push(error));
    const { index } = stores.search;
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    stores.search.index = async (...parameters) => {
      calls += 1;
      if (calls === 1) await gate.promise;
      return await index(...parameters);
    };
    // The first one has read one message, and waits to index it.
    await indexer.followed(stores.events).append(id, [answer('msg_a', 'one olive')]);
    await expect.poll(() => calls).toBe(1);
    await other.followed(stores.events).append(id, [answer('msg_b', 'two olives')]);
    await other.settled();
    await indexer.followed(stores.events).append(id, [answer('msg_c', 'three olives')]);
    gate.resolve();
    await indexer.settled();
    expect(await find(['olive'])).toHaveLength(3);
    await other.close();

    // The other way around: what was refused knew more than what was indexed.
    const second = await conversation();
    const late = Promise.withResolvers<void>();
    let isFirst = true;
    stores.search.index = async (...parameters) => {
      if (!isFirst) await late.promise;
      isFirst = false;
      return await index(...parameters);
    };
    const faster = createSearchIndexer({ ...stores, search: { ...stores.search, index } }, (error) =>
      failures.push(error),
    );
    isFirst = false;
    await stores.events.append(second, [answer('msg_d', 'one fig')]);
    await indexer.followed(stores.events).append(second, [answer('msg_e', 'two figs')]);
    await faster.followed(stores.events).append(second, [answer('msg_f', 'three figs')]);
    await faster.settled();
    late.resolve();
    await indexer.settled();
    expect(await find(['fig'])).toHaveLength(3);
    await faster.close();
  });

  test('is tried again while its store fails', async () => {
    const id = await conversation();
    const index = stores.search.index;
    let calls = 0;
    stores.search.index = async (...parameters) => {
      calls += 1;
      if (calls === 1) throw new VitrineError('storage_unavailable', 'away');
      return await index(...parameters);
    };
    await append(id, started(), answer('msg_a', 'quince'));
    expect(await indexer.upToDate()).toBe(false);
    await expect.poll(() => find(['quince']), { timeout: 10_000 }).toHaveLength(1);
    expect(await indexer.upToDate()).toBe(true);
    expect(failures.splice(0)).toMatchObject([{ message: 'away' }]);
  });

  test('goes on with other logs where one cannot be read, and with that one when it grows', async () => {
    const [broken, whole] = [await conversation(), await conversation()];
    const { readDurable } = stores.events;
    stores.events.readDurable = async (id, ...rest) => {
      if (id === broken) throw new Error('not an event');
      return await readDurable(id, ...rest);
    };
    await append(broken, started(), answer('msg_a', 'quince one'));
    await append(whole, started(), answer('msg_b', 'quince two'));
    expect((await find(['quince'])).map(({ id }) => id)).toEqual(['msg_b']);
    expect(failures.splice(0)).toMatchObject([{ message: 'not an event' }]);
    expect(await indexer.upToDate()).toBe(true);
    stores.events.readDurable = readDurable;
    await append(broken, answer('msg_c', 'quince three'));
    expect((await find(['quince'])).map(({ id }) => id)).toEqual(['msg_c', 'msg_a', 'msg_b']);
  });

  test('does what an event asked for only where the thread does', async () => {
    const id = await conversation();
    const run = durableEvent(
      'run.started',
      { runId: 'run_1', messageId: 'msg_t', model: 'demo' },
      isoAfter(0),
    );
    await append(
      id,
      started(),
      asked('msg_t', 'taken quince'),
      run,
      asked('msg_d', 'deleted quince', { runId: null }),
    );
    const edited = (messageId: string) =>
      durableEvent('message.edited', { messageId, content: 'too late quince', by }, isoAfter(0));
    await append(id, durableEvent('message.deleted', { messageId: 'msg_d', by }, isoAfter(0)));
    await append(
      id,
      edited('msg_t'),
      edited('msg_d'),
      durableEvent('message.withdrawn', { messageId: 'msg_t', by }, isoAfter(0)),
    );
    expect((await find(['quince'])).map(({ text }) => text)).toEqual(['taken quince']);
    const attached = await artifact(id, { title: 'too late.txt' });
    const attachment = {
      artifactId: attached,
      title: 'x',
      textArtifactId: attached,
      tokens: 1,
      as: 'text' as const,
    };
    const late = { messageId: 'msg_t', content: 'x', attachments: [attachment], by };
    await append(id, durableEvent('message.edited', late, isoAfter(0)));
    expect(await find([], ['kind:artifact'])).toEqual([]);
  });

  test('keeps the mark of an attachment that somebody keeps when its message is edited', async () => {
    const id = await conversation();
    const attached = await artifact(id, { title: 'medlar.txt' });
    await stores.artifacts.keep(attached, () => null);
    const attachment = { artifactId: attached, title: 'x', textArtifactId: attached, tokens: 1, as: 'text' };
    await append(id, started(), asked('msg_u', 'see', { attachments: [attachment] }));
    await append(
      id,
      durableEvent('message.edited', { messageId: 'msg_u', content: 'look', by }, isoAfter(0)),
    );
    const kept = { words: [], facets: [], memberId: by.id, before: null, limit: 9, isKept: true };
    expect((await stores.search.search(kept)).found.map(({ document }) => document.id)).toEqual([attached]);
    expect(await find(['look'])).toHaveLength(1);
  });

  test('forgets what was attached to a message that is gone', async () => {
    const id = await conversation();
    const attached = await artifact(id, { title: 'medlar.txt' });
    const attachment = {
      artifactId: attached,
      title: 'medlar.txt',
      textArtifactId: attached,
      tokens: 1,
      as: 'text',
    };
    await append(id, started(), asked('msg_u', 'see', { runId: null, attachments: [attachment] }));
    expect(await find(['medlar'])).toHaveLength(1);
    await append(id, durableEvent('message.deleted', { messageId: 'msg_u', by }, isoAfter(0)));
    expect(await find([], ['kind:artifact'])).toEqual([]);
  });

  test('says no title of an artifact of another conversation', async () => {
    const elsewhere = await artifact(await conversation(), { title: 'layoffs.xlsx' });
    const id = await conversation();
    await append(id, started(), answer('msg_a', `It is in ${elsewhere}.`));
    expect(await find(['layoffs'])).toEqual([]);
    expect(await find(['an', 'artifact'])).toMatchObject([{ id: 'msg_a' }]);
  });

  test('has the older conversations first after it caught up, so that the latest are found first', async () => {
    const texts = ['old fig', 'young fig'];
    for (const [at, text] of texts.entries()) {
      const { id } = sampleConversation();
      await stores.conversations.create(
        sampleConversation({ id, updatedAt: isoAfter(at * 1_000), createdBy: by }),
      );
      await stores.events.append(id, [answer(`msg_${at}`, text)]);
    }
    indexer.catchUp();
    await indexer.settled();
    expect((await find(['fig'])).map(({ text }) => text)).toEqual(['young fig', 'old fig']);
  });

  test('looks at a log after an append whose answer was lost, and after a repeated one', async () => {
    const id = await conversation();
    const { append: appendEvents } = stores.events;
    const lost = { ...stores.events };
    lost.append = async (...parameters) => {
      await appendEvents(...parameters);
      throw new VitrineError('storage_unavailable', 'no answer');
    };
    await expect(indexer.followed(lost).append(id, [answer('msg_a', 'one date')])).rejects.toThrow(
      'no answer',
    );
    await indexer.settled();
    expect(await find(['date'])).toHaveLength(1);
    await stores.events.append(id, [answer('msg_b', 'two dates')], { onceKey: 'once' });
    const again = await indexer
      .followed(stores.events)
      .append(id, [answer('msg_b', 'two dates')], { onceKey: 'once' });
    expect(again.status).toBe('repeated');
    await indexer.settled();
    expect(await find(['date'])).toHaveLength(2);
  });

  test('of logs that fail none keeps the others back', async () => {
    const ids = [await conversation(), await conversation(), await conversation()];
    for (const [at, id] of ids.entries()) await stores.events.append(id, [answer(`msg_${at}`, 'olive')]);
    const { readDurable } = stores.events;
    stores.events.readDurable = async (id, ...rest) => {
      if (id !== ids[0]) throw new VitrineError('storage_unavailable', 'away');
      return await readDurable(id, ...rest);
    };
    indexer.catchUp();
    await expect.poll(() => find(['olive']), { timeout: 20_000 }).toHaveLength(1);
    stores.events.readDurable = readDurable;
    await expect.poll(() => find(['olive']), { timeout: 20_000 }).toHaveLength(3);
    expect(failures.splice(0).length).toBeGreaterThan(0);
  });
});
