import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import type { FileFate } from '#lib/core/algorithms/lines/file-section.ts';

/** How a file changed; `''`: only its content changed. */
export const fateWords: Readonly<Record<FileFate, string>> = {
  changed: '',
  added: 'new',
  deleted: 'deleted',
  renamed: 'renamed',
};

/** How a file changed, beside its name. */
export function FileFateText({ fate, oldPath }: { fate: FileFate; oldPath: string | null }) {
  if (fate === 'changed') return null;
  const text = fate === 'renamed' && oldPath !== null ? `renamed from ${oldPath}` : fateWords[fate];
  return (
    <span className="fate clip">
      <HiddenText text={text} />
    </span>
  );
}
