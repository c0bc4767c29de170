import { z } from 'zod';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Any JSON value. */
export const jsonSchema: z.ZodType<Json> = (z.json() as z.ZodType<Json>).register(z.globalRegistry, {
  id: 'Json',
});
