import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { exitOnError } from './exit-on-error.ts';

/**
 * Writes what is known of models beside their prices: whether they see images, and how much they read at once.
 *
 *   npm pack @earendil-works/pi-ai && tar xzf earendil-works-pi-ai-*.tgz
 *   node scripts/generate-models.ts --from package --models-date 2026-11-10 --prices-date 2026-09-23
 *
 * The package is not installed with the project: it brings the libraries of many providers. The dates are those
 * of the releases: `npm view <package> time`.
 */
const output = join(import.meta.dirname, '..', 'lib', 'runs', 'known-models.json');

/** What makers say of their own models comes before what others say of them. */
const makers = [
  'openai',
  'anthropic',
  'google',
  'mistral',
  'xai',
  'deepseek',
  'meta',
  'moonshotai',
  'zai',
  'minimax',
  'xiaomi',
];

const modelSchema = z.object({
  id: z.string(),
  input: z.array(z.string()),
  contextWindow: z.int().positive().optional(),
  type: z.string().default('chat'),
});
const fileSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
const packageSchema = z.object({ name: z.string(), version: z.string() });

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Names as people write them: in lower case, without the provider in front. */
const nameOf = (id: string): string => id.toLowerCase().split('/').at(-1) ?? '';

/** A router's name for whatever it chooses, such as `auto` or `cheap`: elsewhere it is another model. */
const isAlias = (name: string): boolean =>
  !/\d/.test(name) && (!name.includes('-') || name.startsWith('auto-'));

function readModels(folder: string): Record<string, { window?: number; vision?: true }> {
  const providers = readdirSync(folder)
    .filter((file) => /^[a-z].*\.json$/.test(file))
    .map((file) => file.replace(/\.json$/, ''));
  const others = providers.filter((provider) => !makers.includes(provider)).toSorted();
  const found = new Map<string, { window?: number; vision?: true }>();
  for (const provider of [...makers.filter((maker) => providers.includes(maker)), ...others]) {
    const apis = fileSchema.parse(read(join(folder, `${provider}.json`)));
    for (const model of Object.values(apis).flatMap((api) => Object.values(api))) {
      const { id, input, contextWindow, type } = modelSchema.parse(model);
      const name = nameOf(id);
      if (type !== 'chat' || isAlias(name) || found.has(name)) continue;
      found.set(name, {
        ...(contextWindow === undefined ? {} : { window: contextWindow }),
        ...(input.includes('image') ? { vision: true } : {}),
      });
    }
  }
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function main(): void {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      'models-date': { type: 'string' },
      'prices-date': { type: 'string' },
    },
  });
  const { from, 'models-date': modelsDate, 'prices-date': pricesDate } = values;
  if (!from || !modelsDate || !pricesDate) throw new Error('Give --from, --models-date and --prices-date');
  const source = packageSchema.parse(read(join(from, 'package.json')));
  const prices = packageSchema.parse(
    read(join(import.meta.dirname, '..', 'node_modules', '@pydantic', 'genai-prices', 'package.json')),
  );
  const models = readModels(join(from, 'dist', 'providers', 'data'));
  const lines = Object.entries(models).map(
    // As the formatter writes it.
    ([name, known]) =>
      `    ${JSON.stringify(name)}: ${JSON.stringify(known, null, 1).replaceAll(/\n\s*/g, ' ')}`,
  );
  const head = {
    models: { release: `${source.name} ${source.version}`, date: modelsDate },
    prices: { release: `${prices.name} ${prices.version}`, date: pricesDate },
  };
  writeFileSync(
    output,
    `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "known": {\n${lines.join(',\n')}\n  }\n}\n`,
  );
  console.log(`${lines.length} models.`);
}

try {
  main();
} catch (error) {
  exitOnError(error);
}
