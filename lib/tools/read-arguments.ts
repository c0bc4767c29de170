import { z } from 'zod';
import { artifactText, parseReference } from './artifact-text.ts';
import type { ToolContext } from './tool-context.ts';

/**
 * How a text argument accepts an artifact instead. `whole`: a complete text, with line ends; `passage`: a
 * part of another text, without a line end after its last line, as one would type it.
 */
export type TextArguments = Readonly<Record<string, 'whole' | 'passage'>>;

interface Expected<Input> {
  name: string;
  inputSchema: z.ZodType<Input>;
  textArguments?: TextArguments;
}

/**
 * The validated arguments of a call, with the texts of the artifacts they name; or what is wrong with them.
 */
export async function readArguments<Input>(
  { name, inputSchema, textArguments = {} }: Expected<Input>,
  input: unknown,
  context: Pick<ToolContext, 'artifacts' | 'mayRecall'>,
): Promise<{ input: Input } | { problem: string }> {
  const check = (input: unknown) => {
    const parsed = inputSchema.safeParse(input);
    if (parsed.success) return { input: parsed.data };
    return { problem: `Bad arguments for ${name}: ${z.prettifyError(parsed.error)}` };
  };
  const checked = check(input);
  if ('problem' in checked) return checked;
  const texts: Record<string, string> = {};
  for (const [argument, role] of Object.entries(textArguments)) {
    const typed = (input as Record<string, unknown>)[argument];
    const reference = typeof typed === 'string' ? parseReference(typed) : null;
    if (reference === null) continue;
    const found = await artifactText(reference, context);
    if ('problem' in found) return { problem: `${argument}: ${found.problem}` };
    texts[argument] = role === 'whole' ? found.text : found.text.replace(/\r?\n$/, '');
  }
  // The tool must also accept the texts that replace the references.
  return Object.keys(texts).length === 0 ? checked : check({ ...(input as object), ...texts });
}
