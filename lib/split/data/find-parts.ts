import { type Collection, collectionOf, isDictionary, objectsOf } from './collection.ts';
import { pathOf, type ShapeNode } from './shape-node.ts';

/** A document split into single values and collections. */
export interface Parts {
  scalars: { label: string; node: ShapeNode; value: string }[];
  /** Arrays of scalars. */
  lists: { label: string; node: ShapeNode; element: ShapeNode }[];
  collections: Collection[];
}

const deepest = 5;

export function findParts(root: ShapeNode): Parts {
  const parts: Parts = { scalars: [], lists: [], collections: [] };
  visit(root, parts);
  const start = root.elements === 1 ? '[].' : '';
  for (const one of [...parts.scalars, ...parts.lists])
    if (start !== '' && one.label.startsWith(start)) one.label = one.label.slice(start.length);
  parts.collections.sort((a, b) => b.weight - a.weight);
  return parts;
}

const contentShare = 0.85;

/** Of records with no more than an ID that hold little more than a list of records, that list is the content. */
function contentOf(node: ShapeNode): ShapeNode {
  const record = node.arrays === 0 ? node : node.element;
  const isNamed = record?.nameKeys.some(({ key }) => !/id$/i.test(key)) ?? true;
  if (!record || isNamed || record.objects < 2) return node;
  const inner = record.order.find(
    ({ arrays, element, weight }) =>
      arrays > 0 && element && element.objects > 1 && weight > node.weight * contentShare,
  );
  return inner && (inner.element?.order.length ?? 0) > record.order.length ? inner : node;
}

function visit(node: ShapeNode, parts: Parts): void {
  if (node.parent === null && node.objects > 0 && node.arrays > 0) {
    // Documents of different kinds, one after another.
    parts.collections.push(objectsOf(node), { ...collectionOf(node), label: 'in lists' });
  } else if (node.objects > 1) {
    parts.collections.push(collectionOf(contentOf(node)));
  } else if (node.arrays > 0) {
    const { element } = node;
    if (node.arrays === 1 && node.elements === 1 && element?.objects === 1) visit(element, parts);
    else if (!element) parts.scalars.push({ label: pathOf(node), node, value: '[]' });
    else if (element.objects + element.arrays > 0) parts.collections.push(collectionOf(contentOf(node)));
    else parts.lists.push({ label: pathOf(node), node, element });
  } else if (node.objects === 1) {
    if (node.keyCount === 0) parts.scalars.push({ label: pathOf(node), node, value: '{}' });
    else if (isDictionary(node) || (node.depth >= deepest && node.parent))
      parts.collections.push(collectionOf(node));
    else for (const child of node.keys.values()) visit(child, parts);
  } else if (node.strings + node.numbers + node.booleans > 1) {
    parts.lists.push({ label: pathOf(node), node, element: node });
  } else {
    parts.scalars.push({ label: pathOf(node), node, value: node.nulls > 0 ? 'null' : node.last });
  }
}
