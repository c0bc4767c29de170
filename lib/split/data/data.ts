import type { Summarizer } from '../summarizer.ts';
import { summarizeCsv } from './summarize-csv.ts';
import { summarizeJson } from './summarize-json.ts';
import { summarizeMcp } from './summarize-mcp.ts';
import { summarizeNotebook } from './summarize-notebook.ts';
import { summarizePage } from './summarize-page.ts';
import { summarizeQueryPlan } from './summarize-query-plan.ts';
import { summarizeTables } from './summarize-tables.ts';
import { summarizeXml } from './summarize-xml.ts';
import { summarizeYaml } from './summarize-yaml.ts';

/** In the order in which they are asked to recognise a result. */
export const data: readonly Summarizer[] = [
  summarizeMcp,
  summarizeNotebook,
  summarizePage,
  summarizeJson,
  summarizeXml,
  summarizeCsv,
  summarizeYaml,
  summarizeQueryPlan,
  summarizeTables,
];
