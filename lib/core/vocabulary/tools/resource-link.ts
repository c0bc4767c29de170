import { z } from 'zod';

/** What a result of an MCP server refers to: it is fetched from that server when somebody opens it. */
export const resourceLinkSchema = z.object({
  uri: z.string(),
  title: z.string(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
});
export type ResourceLink = z.infer<typeof resourceLinkSchema>;

/** Most links of one result that can be opened. */
export const maxResourceLinks = 50;
