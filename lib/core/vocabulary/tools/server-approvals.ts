import { z } from 'zod';
import { type ApprovalPolicy, approvalPolicySchema } from './approval.ts';
import { mcpPrefix, serverOfTool } from './mcp-name.ts';

/** Policies of single tools of MCP servers, by our name for the tool, where an admin decided. */
export type ServerApprovals = Readonly<Record<string, ApprovalPolicy>>;

const settingPrefix = 'approval.';
const namePrefix = `${settingPrefix}${mcpPrefix}` as const;
const namePattern = z.templateLiteral([namePrefix, z.string()]);

/** One tool, not a pattern. */
export const serverToolSchema = z
  .string()
  .max(64)
  .regex(/^mcp__[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*__[A-Za-z0-9_-]+$/, 'this is no tool of an MCP server');

/** As they are stored, each under a name of its own; `null`: the server was removed. */
export type ChosenServerApprovals = Partial<Record<`${typeof namePrefix}${string}`, ApprovalPolicy | null>>;

export const chosenServerApprovalsSchema = z
  .looseRecord(namePattern, approvalPolicySchema.nullable())
  .transform(
    (stored): ChosenServerApprovals =>
      Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith(namePrefix))),
  );

/** @param chosen all settings that admins decided */
export const serverApprovalsOf = (chosen: ChosenServerApprovals): ServerApprovals =>
  Object.fromEntries(
    Object.entries(chosen)
      .filter((entry): entry is [string, ApprovalPolicy] => entry[0].startsWith(namePrefix) && !!entry[1])
      .map(([name, policy]) => [name.slice(settingPrefix.length), policy]),
  );

/** The stored form of having decided nothing about the tools of a server. */
export const withoutServerApprovals = (
  chosen: ChosenServerApprovals,
  server: string,
): ChosenServerApprovals =>
  Object.fromEntries(
    Object.keys(serverApprovalsOf(chosen))
      .filter((tool) => serverOfTool(tool) === server)
      .map((tool) => [settingPrefix + tool, null]),
  );
