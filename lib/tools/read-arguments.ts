import { z } from 'zod';
import { artifactText, parseReference } from './artifact-text.ts';
import type { ToolContext } from './tool-context.ts';

/**
 * How a text argument takes an artifact in its place. `whole`: a text of its own, line ends and all; `passage`: a part of another
 * text, which has no line end after its last line, as one would type it.
 */
export type TextArguments = Readonly<Record<string, 'whole' | 'passage'>>;

interface Expected<Input> {
  name: string;
  inputSchema: z.ZodType<Input>;
  textArguments?: TextArguments;
}

/** The arguments of a call, checked, with the texts of the artifacts they name; or what is wrong with them. */
export async function readArguments<Input>(
  { name, inputSchema, textArguments = {} }: Expected<Input>,
  given: unknown,
  context: Pick<ToolContext, 'artifacts' | 'conversationId'>,
): Promise<{ input: Input } | { problem: string }> {
  const check = (input: unknown) => {
    const parsed = inputSchema.safeParse(input);
    if (parsed.success) return { input: parsed.data };
    return { problem: `Bad arguments for ${name}: ${z.prettifyError(parsed.error)}` };
  };
  const checked = check(given);
  if ('problem' in checked) return checked;
  const texts: Record<string, string> = {};
  for (const [argument, role] of Object.entries(textArguments)) {
    const typed = (given as Record<string, unknown>)[argument];
    const reference = typeof typed === 'string' ? parseReference(typed) : null;
    if (reference === null) continue;
    const found = await artifactText(reference, context);
    if ('problem' in found) return { problem: `${argument}: ${found.problem}` };
    texts[argument] = role === 'whole' ? found.text : found.text.replace(/\r?\n$/, '');
  }
  // What they stand for must be good for the tool as well.
  return Object.keys(texts).length === 0 ? checked : check({ ...(given as object), ...texts });
}
