import { copyString } from '../copy-string.ts';
import { nameOfRecord } from './name-of-record.ts';
import { addName, type ShapeNode } from './shape-node.ts';

const maxNames = 80;
const maxFields = 6;
/** So few records with one state are each named. */
export const maxOwners = 4;

/**
 * Called when a record ends: records its name, the fields of the first record, and which record has the
 * largest figures.
 */
export function addRecord(node: ShapeNode, startedAt: number): void {
  let name: string | null | undefined;
  if (node.names.length < maxNames) {
    name = nameOfRecord(node, startedAt);
    if (name !== null) addName(node, copyString(name));
  }
  if (node.keys.has('apiVersion')) addWorkload(node, startedAt);
  node.firstFields ??= fieldsOf(node);
  for (const child of fieldsIn(node)) {
    if (child.lastAt < startedAt) continue;
    const isFirst = child.firstOwner === null && child.strings + child.numbers + child.booleans === 1;
    const counter =
      child.role === 'state' && child.lastCounter && child.lastCounter.count <= maxOwners
        ? child.lastCounter
        : null;
    if (!isFirst && !counter) continue;
    name ??= nameOfRecord(node, startedAt);
    if (name === null) break;
    if (isFirst) child.firstOwner = copyString(name);
    if (counter) counter.owners = [...(counter.owners ?? []), copyString(name)];
  }
  for (const { figures } of node.figureNodes) {
    if (figures === null || figures.maxAt < startedAt) continue;
    name ??= nameOfRecord(node, startedAt);
    figures.maxOwner = name === null ? null : copyString(name);
  }
}

/** The fields of a record, and those of a state that is an object. */
const fieldsIn = (node: ShapeNode): readonly ShapeNode[] =>
  node.order.some(isStateObject)
    ? node.order.flatMap((child) => (isStateObject(child) ? child.order : child))
    : node.order;

const isStateObject = ({ role, objects }: ShapeNode): boolean => role === 'state' && objects > 0;

const runs = /^(?:Deployment|StatefulSet|DaemonSet|CronJob|Job|ReplicaSet|Rollout|Application|HelmRelease)$/;

/** Records what runs, for clusters in which nearly all objects share a name. */
function addWorkload(node: ShapeNode, startedAt: number): void {
  const kind = node.keys.get('kind');
  if (!kind || kind.lastAt < startedAt || !runs.test(kind.last) || node.workloads.length >= maxNames) return;
  const name = nameOfRecord(node, startedAt);
  if (name !== null) node.workloads = [...node.workloads, copyString(`${kind.last}/${name}`)];
}

const fieldsOf = (node: ShapeNode): string[] =>
  node.order
    .filter(({ lastAt, last }) => lastAt >= 0 && last !== '')
    .slice(0, maxFields)
    .map(({ key, last }) => copyString(`${key} ${last}`));
