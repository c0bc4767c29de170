import { diffArrays } from 'diff';
import { textLines } from '../text/text-lines.ts';
import type { Hunk } from './unified-diff.ts';

/** Lines of context around a change. */
const contextLines = 3;
/**
 * Finding the shortest diff costs its length squared, so texts that differ more are reported as one change.
 */
const maxEditedLines = 1_000;

/** Lines [oldFrom, oldTo) of the old text became [newFrom, newTo) of the new one; 0-based. */
interface Region {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

/**
 * The hunks that turn one text into another; empty if they are equal.
 * @param keyOf lines with the same key count as equal; by default, the key is the line
 */
export function makeHunks(
  oldText: string,
  newText: string,
  keyOf: (line: string) => string = (line) => line,
): Hunk[] {
  const oldLines = textLines(oldText);
  const newLines = textLines(newText);
  const regions = changedRegions(oldLines.map(keyOf), newLines.map(keyOf));
  return together(regions).map((some) => hunkOf(some, oldLines, newLines));
}

function changedRegions(oldLines: string[], newLines: string[]): Region[] {
  const shorter = Math.min(oldLines.length, newLines.length);
  let before = 0;
  while (before < shorter && oldLines[before] === newLines[before]) before += 1;
  let after = 0;
  while (after < shorter - before && oldLines.at(-1 - after) === newLines.at(-1 - after)) after += 1;
  const whole = {
    oldFrom: before,
    oldTo: oldLines.length - after,
    newFrom: before,
    newTo: newLines.length - after,
  };
  if (whole.oldFrom === whole.oldTo && whole.newFrom === whole.newTo) return [];
  return regionsWithin(whole, oldLines, newLines) ?? [whole];
}

/** `null`: the texts differ too much to search for common lines. */
function regionsWithin(whole: Region, oldLines: string[], newLines: string[]): Region[] | null {
  const changes = diffArrays(
    oldLines.slice(whole.oldFrom, whole.oldTo),
    newLines.slice(whole.newFrom, whole.newTo),
    { maxEditLength: maxEditedLines },
  );
  if (changes === undefined) return null;
  const regions: Region[] = [];
  let { oldFrom, newFrom } = whole;
  let open: Region | null = null;
  for (const { added, removed, count } of changes) {
    const oldTo = added ? oldFrom : oldFrom + count;
    const newTo = removed ? newFrom : newFrom + count;
    if (!added && !removed) {
      open = null;
    } else if (open === null) {
      open = { oldFrom, oldTo, newFrom, newTo };
      regions.push(open);
    } else {
      open.oldTo = oldTo;
      open.newTo = newTo;
    }
    oldFrom = oldTo;
    newFrom = newTo;
  }
  return regions;
}

/** Regions whose context would touch share a hunk. */
function together(regions: Region[]): Region[][] {
  const groups: Region[][] = [];
  for (const region of regions) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && region.oldFrom - last.oldTo <= 2 * contextLines) group.push(region);
    else groups.push([region]);
  }
  return groups;
}

function hunkOf(regions: Region[], oldLines: string[], newLines: string[]): Hunk {
  const lines: Hunk['lines'] = [];
  const add = (mark: ' ' | '-' | '+', texts: string[]) => {
    for (const text of texts) lines.push({ mark, text });
  };
  const first = regions[0]?.oldFrom ?? 0;
  const last = regions.at(-1)?.oldTo ?? 0;
  const from = Math.max(0, first - contextLines);
  const to = Math.min(oldLines.length, last + contextLines);
  let next = from;
  for (const { oldFrom, oldTo, newFrom, newTo } of regions) {
    add(' ', oldLines.slice(next, oldFrom));
    add('-', oldLines.slice(oldFrom, oldTo));
    add('+', newLines.slice(newFrom, newTo));
    next = oldTo;
  }
  add(' ', oldLines.slice(next, to));
  const newFrom = (regions[0]?.newFrom ?? 0) - (first - from);
  const start = (index: number, other: '+' | '-') =>
    lines.some(({ mark }) => mark !== other) ? index + 1 : index;
  return { oldStart: start(from, '+'), newStart: start(newFrom, '-'), lines };
}
