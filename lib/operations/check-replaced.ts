import { VitrineError } from '#lib/core/errors.ts';

/**
 * Checks that nobody has saved other words since somebody read those that theirs replace.
 * @param replaced when those were saved; `null`: there were none; `undefined`: they replace whatever there is
 * @throws VitrineError `not_possible`
 */
export function checkReplaced(
  stored: { by: { name: string }; changedAt: string } | null,
  replaced: string | null | undefined,
): void {
  if (replaced === undefined || replaced === (stored?.changedAt ?? null)) return;
  const what = stored === null ? 'Somebody has removed' : `${stored.by.name} has changed`;
  throw new VitrineError('not_possible', `${what} them meanwhile. Copy your words, and open them again.`);
}
