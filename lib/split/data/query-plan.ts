import { copyString } from '../copy-string.ts';

/** A node of a plan: `Seq Scan on carts c`. */
export interface PlanNode {
  text: string;
  line: number;
  depth: number;
  /** Actual rows over all loops, else the planner's estimate. */
  rows: number | null;
  /** Rows of one loop, as the planner expected; `null`: not measured. */
  expected: { planned: number; actual: number } | null;
  /** Milliseconds over all loops; `null`: not measured. */
  time: number | null;
  /** Milliseconds without the nodes below it; 0: not measured. */
  ownTime: number;
  removed: number | null;
  /** Executed more than once: what is expected and removed is for each time. */
  isLooped: boolean;
  /** How a sort spilled to disk: `external merge  Disk: 3648kB`. */
  spill: string | null;
}

export interface QueryPlan {
  /** @returns whether the line is part of a plan */
  line(text: string, number: number): boolean;
  finish(): { nodes: readonly PlanNode[]; nodeCount: number; times: readonly string[] };
}

const maxNodes = 2_000;
const node =
  /^( {0,400})(?:-> {1,4})?(\S.{0,400}?) {2}\(cost=[\d.]{1,40} rows=(\d{1,15}) width=\d{1,9}\)(?: \((?:actual (?:time=\d{1,12}\.\d{1,6}\.\.([\d.]{1,20}) )?rows=([\d.]{1,20}) loops=(\d{1,12})|never executed)\))?/;
const removedRows = /^ {0,400}Rows Removed by (?:Filter|Join Filter): (\d{1,15})/;
const spill = /^ {0,400}(?:Worker \d+: +)?Sort Method: (external \w{1,20} {1,4}Disk: \d{1,15}kB)/;
/** What else a plan says of a node: `Sort Key: total`, `Buffers: shared hit=12`. */
const detail = /^ {2,400}[A-Z][A-Za-z ]{1,40}: \S/;
const total = /^ {0,9}((?:Planning|Execution) Time|Total runtime): ([\d.]{1,20} ms)/;

/** Reads PostgreSQL's plans as text, with and without `ANALYZE`. */
export function createQueryPlan(): QueryPlan {
  const nodes: PlanNode[] = [];
  const times: string[] = [];
  let nodeCount = 0;
  /** The nodes that contain the current line, outermost first. */
  const around: PlanNode[] = [];
  const add = (match: RegExpExecArray, number: number) => {
    nodeCount += 1;
    const [, indent = '', text = '', thought = '0', each, rows, loops = '1'] = match;
    const time = each === undefined ? null : Number(each) * Number(loops);
    const created: PlanNode = {
      text,
      line: number,
      depth: indent.length,
      // Without loops the plan was only thought of; a node may also never have been executed.
      rows:
        rows !== undefined
          ? Math.round(Number(rows) * Number(loops))
          : match[0].endsWith('(never executed)')
            ? 0
            : Number(thought),
      isLooped: Number(loops) > 1,
      time,
      ownTime: time ?? 0,
      expected: rows === undefined ? null : { planned: Number(thought), actual: Number(rows) },
      removed: null,
      spill: null,
    };
    while ((around.at(-1)?.depth ?? -1) >= created.depth) around.pop();
    const above = around.at(-1);
    if (above) above.ownTime = Math.max(0, above.ownTime - created.ownTime);
    around.push(created);
    if (nodes.length < maxNodes) nodes.push(created);
  };
  return {
    line(text, number) {
      if (text.includes('(cost=')) {
        const match = node.exec(text);
        if (match) add(match, number);
        return match !== null;
      }
      const removed = removedRows.exec(text)?.[1];
      const last = around.at(-1);
      if (removed !== undefined && last) last.removed = Number(removed);
      const spilled = spill.exec(text)?.[1];
      if (spilled !== undefined && last) last.spill ??= copyString(spilled);
      const time = total.exec(text);
      if (time && times.length < 3) times.push(`${time[1]?.toLowerCase()} ${time[2]}`);
      return removed !== undefined || spilled !== undefined || time !== null || detail.test(text);
    },
    finish: () => ({ nodes, nodeCount, times }),
  };
}
