import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createMetrics } from '#lib/observe/metrics.ts';
import { sampleEntry, sampleStep } from '../contracts/samples.ts';
import { readMetrics } from '../support/read-metrics.ts';

const folder = join(import.meta.dirname, '../../docs/operations');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Vitrine[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+m$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});
const gridSchema = z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() });
const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      gridPos: gridSchema,
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

const rules = rulesSchema.parse(parse(read('alerts.yml'))).groups.flatMap((group) => group.rules);
const { panels } = dashboardSchema.parse(JSON.parse(read('grafana-dashboard.json')));
const expressions = [
  ...rules.map(({ alert, expr }) => ({ name: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr }))),
];

/** Names of metrics, and of the labels that an expression compares or groups by. */
function namesIn(expr: string) {
  const own = [...expr.matchAll(/\b(?:vitrine|nodejs|process)_\w+/g)].map(([name]) => name);
  const compared = [...expr.matchAll(/(\w+)\s*=~?\s*"/g)].map(([, label = '']) => label);
  const grouped = [...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  return { own, labels: [...compared, ...grouped] };
}

const present = {
  ...{ pendingConversations: 0, conversationsWithoutRunner: 0, entriesSetAside: 0, openStreams: 0 },
  runners: { known: 0, away: 0, workspacesAway: 0 },
};

test.each(expressions)('$name asks for what a server reports', async ({ expr }) => {
  const metrics = createMetrics({ tools: ['grep_file'], models: ['demo'] });
  metrics.recorded(sampleEntry({ toolName: 'grep_file' }));
  metrics.recorded(sampleStep());
  metrics.recorded(sampleStep({ usage: { ...sampleStep().usage, inputTokens: null } }));
  metrics.answered('GET', 200);
  const model = { kind: 'model_call', begun: { model: 'demo' }, ended: { outcome: 'answered' } };
  const tool = { kind: 'tool_call', begun: { tool: 'grep_file' }, ended: { outcome: 'success' } };
  for (const activity of [model, tool]) metrics.ended({ ...activity, durationMs: 5 } as never);
  const printed = await metrics.print(present);
  const { own, labels } = namesIn(expr);
  expect(own.length + (expr.startsWith('up{') ? 1 : 0)).toBeGreaterThan(0);
  for (const name of own) expect(printed).toMatch(new RegExp(`^${name}[ {]`, 'm'));
  // Prometheus itself adds these.
  const known = labels.filter((label) => !['instance', 'job'].includes(label));
  const series = printed.split('\n').filter((line) => own.some((name) => line.startsWith(name)));
  for (const label of known) expect(series.join('\n')).toMatch(new RegExp(`[{,]${label}="`));
  expect(readMetrics(printed).sum('vitrine_steps_total')).toBe(2);
});

test('figures that each process reports of all are not added up', async () => {
  const printed = await createMetrics({ tools: [], models: [] }).print(present);
  const ofAll = [...printed.matchAll(/^# HELP (\w+) .*\buse max\(\)/gm)].map(([, name = '']) => name);
  expect(ofAll.length).toBeGreaterThan(4);
  for (const { name, expr } of expressions)
    for (const figure of ofAll)
      expect([name, expr.replaceAll(`max(${figure}`, '')]).toEqual([
        name,
        expect.not.stringMatching(new RegExp(`\\b${figure}\\b`)),
      ]);
});

test('each figure that something waits for has its rule and its panel', () => {
  for (const figure of [
    'vitrine_workspaces_away',
    'vitrine_conversations_without_runner',
    'vitrine_audit_entries_unsent',
    'vitrine_ledger_entries_set_aside',
  ]) {
    const asks = ({ expr }: { expr: string }) => expr.includes(figure);
    expect([figure, rules.some(asks), panels.some(({ targets }) => targets.some(asks))]).toEqual([
      figure,
      true,
      true,
    ]);
  }
});

describe('alerts', () => {
  test('that ask for restarts leave out work that waits for a runner', () => {
    const rule = rules.find(({ alert }) => alert === 'VitrineNobodyWorks');
    expect(rule?.annotations.description).toMatch(/^Restart /);
    expect(rule?.expr).toContain(
      'max(vitrine_conversations_pending) - max(vitrine_conversations_without_runner) > 0',
    );
  });

  test('have names of their own, and say in sentences what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { annotations } of rules) expect(annotations.description).toMatch(/^[A-Z/].*\.$/);
  });
});

describe('the panels of the dashboard', () => {
  test('lie beside each other', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Set<string>();
    for (const { gridPos, title } of panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect([title, taken.has(`${x} ${y}`)]).toEqual([title, false]);
          taken.add(`${x} ${y}`);
        }
    }
  });
});
