import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachmentSource } from '#lib/core/vocabulary/ledger/attachments.ts';
import { type AttachmentEntry, answerContext, type CallEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { type SavingsFigures, sumSavings } from '#lib/core/vocabulary/ledger/savings.ts';
import { type SavingsGrouping, savingsGroupings } from '#lib/core/vocabulary/ledger/sums.ts';
import { sampleEntry, sampleStep } from '#tests/contracts/samples.ts';

const totals = (...entries: Partial<CallEntry>[]): SavingsFigures =>
  sumSavings(entries.map(sampleEntry), 'tool').totals;

describe('savings', () => {
  test('are the tokens that were not sent', () => {
    expect(totals({ fullTokens: 1_000, sentTokens: 100 })).toEqual({
      calls: 1,
      failedCalls: 0,
      estimatedCalls: 0,
      fullTokens: 1_000,
      sentTokens: 100,
      withheldTokens: 900,
      avoidedTokens: 900,
      netMicrodollars: null,
      overheadMicrodollars: 0,
      recalls: 0,
      steps: 0,
      unpricedSteps: 0,
      costMicrodollars: null,
      inputTokens: 0,
      cacheReadTokens: 0,
      outputTokens: 0,
      reconciled: { steps: 0, reportedTokens: 0, countedTokens: 0 },
    });
  });

  test('are negative for a view longer than its text', () => {
    const figures = totals({ fullTokens: 10, sentTokens: 30 }, { fullTokens: 100, sentTokens: 90 });
    expect(figures).toMatchObject({ withheldTokens: -10, avoidedTokens: -10 });
  });

  test('count at most the 25,000 tokens per result that a plain host would have sent', () => {
    const at = (fullTokens: number) => totals({ fullTokens, sentTokens: 400 }).avoidedTokens;
    expect([at(24_999), at(25_000), at(25_001), at(9_000_000)]).toEqual([24_599, 24_600, 24_600, 24_600]);
    expect(totals({ fullTokens: 9_000_000, sentTokens: 400 }).withheldTokens).toBe(8_999_600);
    // The cap applies to each result, not to their sum.
    const twice = { fullTokens: 30_000, sentTokens: 0 };
    expect(totals(twice, twice).avoidedTokens).toBe(50_000);
  });

  test('exclude failed calls and text that was not counted', () => {
    const figures = totals({ success: false, fullTokens: 5_000 }, { fullTokens: null, sentTokens: 12 });
    expect(figures).toEqual({ ...totals(), calls: 2, failedCalls: 1 });
  });

  test('are zero without calls; unknown money is not zero', () => {
    expect(sumSavings([], 'day')).toEqual({ totals: totals(), groups: [] });
    expect(totals().netMicrodollars).toBeNull();
  });
});

describe('a recall', () => {
  const recall = { toolName: 'recall_output', recalledTool: 'grep_file' };

  test('counts for the tool whose result was recalled, and its call for the recall tool', () => {
    const entries = [{ toolName: 'grep_file' }, recall, recall].map(sampleEntry);
    const { totals: all, groups } = sumSavings(entries, 'tool');
    expect(all).toMatchObject({ calls: 3, recalls: 2 });
    expect(groups.map(({ key, calls, recalls }) => [key, calls, recalls])).toEqual([
      ['grep_file', 1, 2],
      ['recall_output', 2, 0],
    ]);
  });

  test('counts for a tool even if that tool was not called in the period', () => {
    const { groups } = sumSavings([sampleEntry(recall)], 'tool');
    expect(groups.find(({ key }) => key === 'grep_file')).toMatchObject({ calls: 0, recalls: 1 });
  });

  test('that failed does not count', () => {
    expect(totals({ ...recall, success: false })).toMatchObject({ failedCalls: 1, recalls: 0 });
  });
});

describe('savings groups', () => {
  test('use the latest title of a conversation and the latest name of a member', () => {
    const old = sampleEntry({ conversationId: 'conv_a', conversationTitle: 'Old' });
    const late = sampleEntry({ conversationId: 'conv_a', conversationTitle: 'New' });
    expect(sumSavings([old, late], 'conversation').groups).toMatchObject([{ label: 'New', calls: 2 }]);
    const renamed = sampleEntry({ member: { id: old.member.id, name: 'Ada L.' } });
    expect(sumSavings([old, renamed], 'member').groups).toMatchObject([{ label: 'Ada L.', calls: 2 }]);
  });

  test('use UTC days', () => {
    const entries = ['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00.000Z'].map((timestamp) =>
      sampleEntry({ timestamp }),
    );
    expect(sumSavings(entries, 'day').groups.map(({ key }) => key)).toEqual(['2026-03-01', '2026-03-02']);
  });

  test('add up to the totals for any grouping', () => {
    const names = fc.constantFrom('__proto__', 'constructor', 'grep_file', 'a', '');
    const entry = fc
      .record({
        toolName: names,
        model: names,
        workspace: names,
        conversationId: names,
        success: fc.boolean(),
        fullTokens: fc.option(fc.nat(100_000)),
        sentTokens: fc.nat(30_000),
        recalledTool: fc.option(names),
      })
      .map(sampleEntry);
    fc.assert(
      fc.property(fc.array(entry), fc.constantFrom(...savingsGroupings), (entries, groupBy) => {
        const report = sumSavings(entries, groupBy);
        const keys = [
          'calls',
          'failedCalls',
          'fullTokens',
          'sentTokens',
          'withheldTokens',
          'avoidedTokens',
          'recalls',
        ] as const;
        for (const key of keys)
          expect(report.groups.reduce((sum, group) => sum + group[key], 0)).toBe(report.totals[key]);
        expect(new Set(report.groups.map(({ key }) => key)).size).toBe(report.groups.length);
      }),
    );
  });
});

describe('what members gave', () => {
  const { runId, conversationId, conversationTitle, model, workspace, member, timestamp, id } = sampleEntry();
  const attachment: AttachmentEntry = {
    ...{
      id,
      timestamp,
      conversationId,
      conversationTitle,
      runId,
      model,
      workspace,
      member,
      ...answerContext,
    },
    kind: 'attachment',
    messageId: 'msg_1',
    artifactId: 'art_log',
    textArtifactId: 'art_text',
    title: 'importer.log',
    summarizer: 'log',
    level: 'balanced',
    widenedTokens: null,
    fullTokens: 9_000,
    isEstimated: false,
    sentTokens: 200,
    tokenizer: 'o200k_base',
  };
  const call = sampleEntry({ fullTokens: 1_000, sentTokens: 100 });
  const recall = sampleEntry({
    ...{ toolName: 'recall_output', fullTokens: 50, sentTokens: 50, recalledArtifactId: 'art_log' },
    ...{ recalledTool: attachmentSource, recalledKind: 'log' },
  });
  const step = sampleStep({
    carried: [
      { toolName: 'read_file', avoidedTokens: 900, recallTokens: 0 },
      { toolName: attachmentSource, avoidedTokens: 8_800, recallTokens: 50 },
    ],
    overheadTokens: 0,
    price: { input: 1_000_000, cachedInput: null, cacheWrite: null, output: 0 },
  });
  const entries = [attachment, call, recall, step];
  const groupsBy = (groupBy: SavingsGrouping) =>
    new Map(sumSavings(entries, groupBy).groups.map((group) => [group.key, group]));

  test('is beside the tools, with the recalls of it and the money it saved', () => {
    const groups = groupsBy('tool');
    expect(groups.get(attachmentSource)).toMatchObject({
      label: 'Given by people',
      ...{ calls: 1, withheldTokens: 8_800, recalls: 1, netMicrodollars: 8_750, overheadMicrodollars: 50 },
    });
    expect(groups.get('read_file')).toMatchObject({ calls: 1, withheldTokens: 900, netMicrodollars: 900 });
  });

  test('is a source of its own; the steps are of our tools, and both add up to the totals', () => {
    const groups = groupsBy('source');
    expect(groups.get('people')).toMatchObject({ withheldTokens: 8_800, netMicrodollars: 8_750, steps: 0 });
    expect(groups.get('built-in')).toMatchObject({ withheldTokens: 900, netMicrodollars: 900, steps: 1 });
    const { totals: sum } = sumSavings(entries, 'source');
    for (const name of [
      'calls',
      'withheldTokens',
      'netMicrodollars',
      'overheadMicrodollars',
      'steps',
    ] as const)
      expect([...groups.values()].reduce((total, group) => total + (group[name] ?? 0), 0)).toBe(sum[name]);
  });
});

test('the results of an MCP server are that server’s: its calls, what their views saved, and recalls of them', () => {
  const tool = 'mcp__files__search_files';
  const entries = [
    sampleEntry({ toolName: tool, server: 'files', fullTokens: 130_000, sentTokens: 300 }),
    sampleEntry({
      id: 'other',
      toolName: 'mcp__people__find',
      server: 'people',
      fullTokens: 50,
      sentTokens: 50,
    }),
    sampleEntry({
      id: 'page',
      toolName: tool,
      server: 'files',
      purpose: 'app',
      fullTokens: null,
      sentTokens: 0,
    }),
    sampleEntry({
      id: 'again',
      toolName: 'recall_output',
      recalledTool: tool,
      fullTokens: 40,
      sentTokens: 40,
    }),
    sampleStep({
      carried: [
        { toolName: tool, avoidedTokens: 129_700, recallTokens: 40 },
        { toolName: 'read_file', avoidedTokens: 100, recallTokens: 0 },
      ],
      overheadTokens: 0,
      price: { input: 1_000_000, cachedInput: null, cacheWrite: null, output: 0 },
    }),
  ];
  const { groups, totals } = sumSavings(entries, 'source');
  const byKey = new Map(groups.map((group) => [group.key, group]));
  expect(byKey.get('mcp__files')).toMatchObject({
    label: 'files',
    ...{ calls: 2, withheldTokens: 129_700, recalls: 1, netMicrodollars: 129_660, overheadMicrodollars: 40 },
  });
  // A server of this name is not what people attach.
  expect(byKey.get('mcp__people')).toMatchObject({ label: 'people', calls: 1, withheldTokens: 0 });
  expect(byKey.get('people')).toBeUndefined();
  expect(byKey.get('built-in')).toMatchObject({ calls: 1, netMicrodollars: 100, steps: 1 });
  expect(groups.reduce((sum, { netMicrodollars }) => sum + (netMicrodollars ?? 0), 0)).toBe(
    totals.netMicrodollars,
  );
});

test('what a sub-agent calls is its own, whatever tool it is, and the sources add up to the totals', () => {
  const tool = 'mcp__files__search_files';
  const within = { parentToolCallId: 'call_agent' };
  const entries = [
    sampleEntry({ toolName: 'read_file', fullTokens: 900, sentTokens: 100 }),
    sampleEntry({ id: 'a', toolName: tool, server: 'files', fullTokens: 5_000, sentTokens: 200, ...within }),
    sampleEntry({
      id: 'b',
      toolName: 'recall_output',
      recalledTool: tool,
      fullTokens: 9,
      sentTokens: 9,
      ...within,
    }),
    sampleStep({
      ...within,
      carried: [{ toolName: tool, avoidedTokens: 4_800, recallTokens: 9 }],
      overheadTokens: 0,
      price: { input: 1_000_000, cachedInput: null, cacheWrite: null, output: 0 },
    }),
  ];
  const { groups, totals } = sumSavings(entries, 'source');
  expect(groups.map(({ key }) => key).toSorted()).toEqual(['built-in', 'sub-agents']);
  expect(groups.find(({ key }) => key === 'sub-agents')).toMatchObject({
    label: 'Sub-agents',
    ...{ calls: 2, withheldTokens: 4_800, recalls: 1, steps: 1, netMicrodollars: 4_791 },
  });
  for (const name of ['calls', 'withheldTokens', 'netMicrodollars', 'recalls', 'steps'] as const)
    expect(groups.reduce((sum, group) => sum + (group[name] ?? 0), 0)).toBe(totals[name]);
});
