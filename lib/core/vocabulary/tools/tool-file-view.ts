import type { ApprovalPolicy } from './approval.ts';

/** A file of tools on the page. */
export interface ToolFileView {
  /** From the folder of the config file. */
  path: string;
  /** Why it gives no tools; `null`: it does. */
  problem: string | null;
  tools: { name: string; description: string; policy: ApprovalPolicy; isSplit: boolean }[];
}
