import { ConfigError } from './config-error.ts';
import type { ConfigFile } from './config-file.ts';

export const modelVisions = ['auto', 'on', 'off'] as const;
export type ModelVision = (typeof modelVisions)[number];

/** A model that conversations can run on. */
export interface OfferedModel {
  /** What the log and the ledger call it. */
  id: string;
  label: string;
  /** Its name at the provider. */
  model: string;
  apiKey: string | null;
  /** `null`: the provider's own address. */
  baseUrl: string | null;
  api: 'chat' | 'responses';
  /** Whether it can read images; `auto` decides by its name. */
  vision: ModelVision;
  /** Whether people choose how much it thinks; `null`: its name decides. */
  reasoning: boolean | null;
}

interface ModelVariables {
  OPENAI_API_KEY?: string | undefined;
  OPENAI_BASE_URL?: string | undefined;
  VITRINE_MODEL?: string | undefined;
  VITRINE_OPENAI_API?: 'chat' | 'responses' | undefined;
  VITRINE_MODEL_VISION: ModelVision;
}

type Entry = NonNullable<ConfigFile['models']>[string];

/**
 * The models that people can choose, the default first; none: there is only the offline model.
 * @throws ConfigError
 */
export function readOfferedModels(
  variables: ModelVariables,
  models: NonNullable<ConfigFile['models']>,
  environment: Readonly<Record<string, string | undefined>>,
): OfferedModel[] {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, VITRINE_MODEL } = variables;
  const listed = Object.entries(models).filter(([, entry]) => isReachable(entry));
  const names = new Set([
    ...(VITRINE_MODEL === undefined ? [] : [VITRINE_MODEL]),
    ...listed.map(([name]) => name),
  ]);
  const hasProvider = OPENAI_API_KEY !== undefined || OPENAI_BASE_URL !== undefined;
  if (hasProvider && names.size === 0) {
    throw new ConfigError(
      'OPENAI_API_KEY or OPENAI_BASE_URL is set, but VITRINE_MODEL is not. Set it to the model to use.',
    );
  }
  return [...names].map((name) =>
    offeredModel(name, Object.hasOwn(models, name) ? models[name] : undefined, variables, environment),
  );
}

/** Whether an entry says more of a model than facts. */
const isReachable = ({ label, model, baseUrl, keyVariable, api }: Entry): boolean =>
  [label, model, baseUrl, keyVariable, api].some((value) => value !== undefined);

function offeredModel(
  id: string,
  entry: Entry = {},
  variables: ModelVariables,
  environment: Readonly<Record<string, string | undefined>>,
): OfferedModel {
  const { keyVariable, baseUrl = variables.OPENAI_BASE_URL ?? null } = entry;
  const key = keyVariable === undefined ? variables.OPENAI_API_KEY : environment[keyVariable]?.trim();
  if (keyVariable !== undefined && !key) {
    throw new ConfigError(`The model ${id} takes its key from ${keyVariable}, which is not set.`);
  }
  // A key of one provider is not sent to another.
  const apiKey = keyVariable === undefined && entry.baseUrl !== undefined ? null : (key ?? null);
  if (apiKey === null && baseUrl === null) {
    const where = id === variables.VITRINE_MODEL ? 'VITRINE_MODEL is set' : `The model ${id} is listed`;
    throw new ConfigError(`${where}, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is. Set one of them.`);
  }
  return {
    id,
    label: entry.label ?? id,
    model: entry.model ?? id,
    apiKey,
    baseUrl,
    api: entry.api ?? variables.VITRINE_OPENAI_API ?? (baseUrl === null ? 'responses' : 'chat'),
    vision: visionOf(entry) ?? variables.VITRINE_MODEL_VISION,
    reasoning: entry.reasoning ?? null,
  };
}

const visionOf = ({ vision }: Entry): ModelVision | null =>
  vision === undefined ? null : vision ? 'on' : 'off';
