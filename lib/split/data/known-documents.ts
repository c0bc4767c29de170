import { plural } from '../plural.ts';
import type { ShapeNode } from './shape-node.ts';

/** The key facts about well-known documents, beyond what any JSON shows. */
export function knownDocument(root: ShapeNode): string[] {
  return [
    ...npmTree(root),
    ...npmAudit(root),
    ...openApi(root),
    ...cargoMetadata(root),
    ...coverageSummary(root),
  ];
}

/** `npm ls --json`; `problems` is only present if there are any. */
function npmTree({ keys }: ShapeNode): string[] {
  const dependencies = keys.get('dependencies');
  const first = dependencies?.keys.values().next().value;
  if (!keys.has('version') || !first?.keys.has('overridden')) return [];
  const problems = keys.get('problems')?.elements ?? 0;
  const direct = plural(dependencies?.keyCount ?? 0, 'direct dependency');
  return [direct, problems === 0 ? 'no problems' : plural(problems, 'problem')];
}

/** `npm audit --json`: how many of each severity, the worst first. */
function npmAudit({ keys }: ShapeNode): string[] {
  const counts = keys.has('auditReportVersion') ? keys.get('metadata')?.keys.get('vulnerabilities') : null;
  if (!counts) return [];
  return counts.order
    .filter(({ key, last }) => key !== 'total' && last !== '0' && last !== '')
    .toReversed()
    .map(({ key, last }) => `${last} ${key}`);
}

/** Istanbul's `coverage-summary.json`. */
function coverageSummary({ keys }: ShapeNode): string[] {
  const total = keys.get('total');
  if (!total) return [];
  return total.order.flatMap(({ key, keys: inside }) => {
    const share = inside.get('pct')?.last ?? '';
    return share === '' ? [] : [`${key} ${share}%`];
  });
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** OpenAPI 3, Swagger 2. */
function openApi({ keys }: ShapeNode): string[] {
  const paths = keys.get('paths');
  if (!paths || !(keys.has('openapi') || keys.has('swagger'))) return [];
  const operationPaths = [...paths.keys.values()];
  if (paths.keyCount > operationPaths.length) return [plural(paths.keyCount, 'path')];
  const operations = operationPaths.flatMap((path) =>
    [...path.keys.keys()].filter((key) => methods.has(key)),
  );
  return [plural(paths.keyCount, 'path'), plural(operations.length, 'operation')];
}

function cargoMetadata({ keys }: ShapeNode): string[] {
  const members = keys.get('workspace_members');
  const packages = keys.get('packages');
  if (!members || !packages) return [];
  return [plural(packages.elements, 'package'), `${members.elements} of the workspace`];
}
