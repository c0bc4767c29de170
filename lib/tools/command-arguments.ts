import { z } from 'zod';
import { limits } from '../core/limits.ts';
import { variableSchema } from '../core/vocabulary/environment/variable.ts';
import { maxAskedSecrets } from '../core/vocabulary/environment/workspace-secret.ts';
import { singleHostSchema } from '../core/vocabulary/network/host-schema.ts';

const withoutNul = (text: string) => !text.includes('\0');

/** Passed to bash unchanged; bash reports its own errors. */
export const commandText = z
  .string()
  .max(limits.commandCharacters)
  .refine((command) => command.trim() !== '', { error: 'The command is empty' })
  .refine(withoutNul, { error: 'A command cannot hold a NUL character' });

export const codeText = z
  .string()
  .max(limits.codeCharacters)
  .refine((code) => code.trim() !== '', { error: 'The code is empty' })
  .refine(withoutNul, { error: 'Code cannot hold a NUL character' });

export const neededHosts = z.array(singleHostSchema).max(limits.askedHosts).nullish();

export const neededSecrets = z.array(variableSchema.shape.name).max(maxAskedSecrets).nullish();

export const timeoutSeconds = (usual: number, max: number) =>
  z.int().min(1).max(max).nullish().describe(`Default ${usual}, at most ${max}`);
