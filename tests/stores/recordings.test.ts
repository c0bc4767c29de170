import { afterEach, describe, expect, test } from 'vitest';
import { storeNames } from '../support/stage.ts';
import { recordedUnfinished } from '../support/stored/fill-stores.ts';
import { openRecording, type Recording } from '../support/stored/open-recording.ts';
import { readStored, type Stored } from '../support/stored/read-stored.ts';

/** What versions of the product have stored, by recording date. Recordings are never removed: people have such data folders. */
const versions = ['unversioned'];

describe.each(versions.flatMap((version) => storeNames.map((store) => ({ version, store }))))(
  'data that $version stored in $store',
  ({ version, store }) => {
    let recording: Recording | null = null;
    const open = async (): Promise<Recording> => {
      recording = await openRecording(version, store);
      return recording;
    };
    afterEach(async () => {
      await recording?.close();
      recording = null;
    });

    test('is read back: every conversation, card, figure and link', async () => {
      const { services, found } = await open();
      expect(await readStored(services)).toMatchObject(found);
    });

    test('is unchanged when it is opened again', async () => {
      const { services, found } = await open();
      const stored = await readStored(services);
      expect(await readStored(services)).toEqual(stored);
      expect(stored.conversations).toHaveLength(found.conversations.length);
    });

    test('covers every kind of stored object', async () => {
      const { found } = await open();
      expect(new Set(found.conversations.flatMap(({ eventTypes }) => eventTypes)).size).toBe(22);
      expect(new Set(found.conversations.flatMap(({ runs }) => runs))).toEqual(
        new Set(['completed', 'failed', 'step_limit', 'aborted', 'running', 'budget', 'interrupted']),
      );
      expect(new Set(found.ofEveryType.map((artifact) => artifact?.metadata.type)).size).toBe(14);
      expect(new Set(found.ledger.map(({ kind }) => kind))).toEqual(new Set(['call', 'step']));
      expect(found.totals.differences).toEqual([]);
    });

    test('shows expired artifacts as expired, and kept ones with their content', async () => {
      const { services } = await open();
      const artifacts = artifactsIn(await readStored(services));
      const expired = artifacts.filter(({ metadata }) => metadata.state === 'expired');
      const kept = artifacts.filter(({ metadata }) => metadata.state === 'complete');
      expect(expired.length).toBeGreaterThan(5);
      expect(kept.length).toBeGreaterThan(0);
      expect(expired.every(({ sha256, lines }) => sha256 === null && lines === null)).toBe(true);
      expect(kept.every(({ sha256, isAsRecorded }) => sha256 !== null && isAsRecorded)).toBe(true);
      const unswept = await services.stores.artifacts.get(recordedUnfinished.unswept);
      expect(unswept?.metadata.state).toBe('expired');
    });

    test('keeps what its server had not finished', async () => {
      const { services } = await open();
      const { stores, ledger } = services;
      await ledger.storeAll();
      expect(await stores.ledger.get(recordedUnfinished.entry)).toMatchObject({ kind: 'call' });
      const pending = await stores.leases.listPending();
      const leftBehind = (await stores.conversations.list()).filter(({ id }) => pending.includes(id));
      expect(leftBehind.map(({ title }) => title)).toContain('Left behind');
      const { id = '' } = leftBehind.find(({ title }) => title === 'Left behind') ?? {};
      expect(await stores.leases.acquire(id, 'another', 1_000)).toBe(true);
      const unfinished = await stores.artifacts.get(recordedUnfinished.artifact);
      // Redis keeps it until half an hour after its writer's last message, a data folder until half an hour after the next start.
      expect(unfinished?.metadata).toMatchObject({ byteLength: 21, lineCount: 2 });
      if (store === 'SQLite') expect(unfinished?.metadata.state).toBe('complete');
    });
  },
);

const artifactsIn = ({ conversations }: Stored) =>
  conversations.flatMap(({ cards, attached }) => [
    ...cards.flatMap(({ artifacts }) => artifacts.filter((artifact) => artifact !== null)),
    ...attached.filter((artifact) => artifact !== null),
  ]);
