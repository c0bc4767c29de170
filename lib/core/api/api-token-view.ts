import type { z } from 'zod';
import { apiTokenSchema } from '../vocabulary/team/api-token.ts';

/** An API token as its member sees it. */
export const apiTokenViewSchema = apiTokenSchema.omit({ memberId: true }).meta({ id: 'ApiToken' });
export type ApiTokenView = z.infer<typeof apiTokenViewSchema>;
