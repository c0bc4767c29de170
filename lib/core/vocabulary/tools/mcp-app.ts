import { z } from 'zod';

/** Secure origins, also of all subdomains; no paths, keywords or schemes, with which a policy could be loosened. */
const origin = /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;
const maxOrigins = 30;

/** Of what a server declares, what it is allowed. */
const origins = z
  .array(z.string())
  .overwrite((declared) => declared.filter((one) => origin.test(one)).slice(0, maxOrigins))
  .default([]);

/** What the page of an app declares that it loads and reaches, as origins (MCP Apps 2026-01-26, `_meta.ui.csp`). */
export const appPolicySchema = z.object({
  connectDomains: origins,
  resourceDomains: origins,
  frameDomains: origins,
  baseUriDomains: origins,
});
export type AppPolicy = z.infer<typeof appPolicySchema>;

/**
 * The page with which an MCP server shows the result of a tool, and everything that the page is sent: it is shown
 * again without the server.
 */
export const mcpAppSchema = z.object({
  server: z.string(),
  /** As the server defines it. */
  tool: z.looseObject({ name: z.string(), inputSchema: z.looseObject({ type: z.literal('object') }) }),
  html: z.string(),
  policy: appPolicySchema,
  /** Whether the page wants a border around it; `null`: it does not say. */
  prefersBorder: z.boolean().nullable(),
  arguments: z.record(z.string(), z.unknown()),
  /** As the server sent it, with what is for the page alone. */
  result: z.looseObject({
    content: z.array(z.looseObject({ type: z.string() })),
    structuredContent: z.unknown().optional(),
  }),
});
export type McpApp = z.infer<typeof mcpAppSchema>;

/** An app as its page is opened. */
export const openedAppSchema = z.object({
  app: mcpAppSchema,
  /** The address of its frame, on another origin; it opens for a minute. `null`: there is no other origin. */
  frameUrl: z.string().nullable(),
});
export type OpenedApp = z.infer<typeof openedAppSchema>;

/** A call that the page of an app makes. */
export const appCallSchema = z.strictObject({
  /** The tool, by the server's own name for it. */
  name: z.string().max(200),
  arguments: z.record(z.string(), z.unknown()).default({}),
  /** The member has seen the call and allows it. */
  isApproved: z.boolean().default(false),
});
export type AppCall = z.infer<typeof appCallSchema>;

/** `asks`: nothing ran yet, the member must allow it first. */
export const appCallAnswerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('asks') }),
  z.object({ status: z.literal('done'), result: z.looseObject({ content: z.array(z.unknown()) }) }),
]);
export type AppCallAnswer = z.infer<typeof appCallAnswerSchema>;
