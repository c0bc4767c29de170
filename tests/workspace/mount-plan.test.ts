import { describe, expect, test } from 'vitest';
import { createMountPlan } from '#lib/workspace/protection/mount-plan.ts';

const shown = (plan: ReturnType<typeof createMountPlan>) =>
  plan.list().map(({ path, kind }) => `${kind} ${path.join('/')}`);

describe('a plan of mounts', () => {
  test('keeps the folders around what it pins, and lists parents first', () => {
    const plan = createMountPlan();
    plan.pin(['a', 'b', 'c'], 'close');
    plan.pin(['a', 'b-c'], 'close');
    expect(shown(plan)).toEqual(['keep a', 'keep a/b', 'close a/b/c', 'close a/b-c']);
  });

  test('takes the stronger of two mounts of one path, in whatever order they come', () => {
    const plan = createMountPlan();
    plan.add(['x'], 'close');
    plan.pin(['x'], 'keep');
    plan.add(['y'], 'keep');
    plan.add(['y'], 'hideFile');
    expect(shown(plan)).toEqual(['close x', 'hideFile y']);
  });

  test('never makes writable again what lies around a folder in a read-only one', () => {
    const plan = createMountPlan();
    plan.pin(['.git'], 'keep');
    plan.add(['.git', 'modules'], 'fix');
    plan.pin(['.git', 'modules', 'a', 'b'], 'keep');
    expect(shown(plan)).toEqual(['keep .git', 'fix .git/modules', 'keep .git/modules/a/b']);
    expect(plan.covers(['.git', 'modules', 'a', 'b'])).toBe(false);
  });

  test('mounts nothing below a hidden folder, and says what is covered', () => {
    const plan = createMountPlan();
    plan.add(['secret', '.env'], 'hideFile');
    plan.add(['secret'], 'hideFolder');
    plan.pin(['closed'], 'close');
    expect(shown(plan)).toEqual(['close closed', 'hideFolder secret']);
    expect(plan.covers(['closed', 'x', 'y'])).toBe(true);
    expect(plan.covers(['open'])).toBe(false);
  });
});
