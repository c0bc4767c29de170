import { z } from 'zod';
import { canonicalJson } from '#lib/core/algorithms/canonical-json.ts';
import { type Json, jsonSchema } from '../json.ts';

/** A call that somebody allowed for good: this tool with exactly these arguments. */
export const allowedCallSchema = z.object({
  /** Of the request that it answered. */
  id: z.string(),
  toolName: z.string(),
  arguments: jsonSchema,
  /** Hosts that it asked for then: of these only, the others were allowed elsewhere. */
  hosts: z.array(z.string()).readonly().optional(),
  /** Where it was asked. */
  conversationId: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  allowedAt: z.iso.datetime(),
});
export type AllowedCall = z.infer<typeof allowedCallSchema>;

/** As a member may see it: of a conversation that they may not read, without the arguments. */
export const allowedCallViewSchema = allowedCallSchema.extend({ isHidden: z.boolean() });
export type AllowedCallView = z.infer<typeof allowedCallViewSchema>;

/** Settings have one entry for each call that is allowed for the team; `null`: no longer. */
const namePrefix = 'allowed.';
export const allowedCallName = (id: string) => `${namePrefix}${id}` as const;
type ChosenAllowedCalls = Partial<Record<`allowed.${string}`, AllowedCall | null>>;
/** Read from among other settings. */
export const chosenAllowedCallsSchema = z
  .looseRecord(z.templateLiteral([namePrefix, z.string()]), allowedCallSchema.nullable())
  .transform(
    (stored): ChosenAllowedCalls =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

/** The setting that allows a call. */
export const allowedCallSetting = (call: AllowedCall): ChosenAllowedCalls =>
  Object.fromEntries([[allowedCallName(call.id), call]]);

export function allowedCallsOf(chosen: Readonly<Record<string, unknown>>): AllowedCall[] {
  return Object.entries(chosen)
    .flatMap(([name, value]) =>
      name.startsWith(namePrefix) && value != null ? [allowedCallSchema.parse(value)] : [],
    )
    .sort((one, other) => (one.allowedAt < other.allowedAt ? -1 : 1));
}

/** Whether two calls are the same, argument by argument, in whatever order these are named. */
export const isSameCall = (
  one: { toolName: string; arguments: Json },
  other: { toolName: string; arguments: Json },
): boolean =>
  one.toolName === other.toolName && canonicalJson(one.arguments) === canonicalJson(other.arguments);
