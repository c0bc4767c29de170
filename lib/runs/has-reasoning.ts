/** Model families whose effort can be chosen, by their names at their makers and at routers. */
const families = [/gpt-[5-9](?!.*chat)/, /\bo[134]\b/, /gpt-oss/];

/** Whether people can choose how much a model thinks, judging by its name. The config file overrides a wrong guess. */
export function hasReasoning(modelId: string): boolean {
  const name = modelId.toLowerCase();
  return families.some((family) => family.test(name));
}
