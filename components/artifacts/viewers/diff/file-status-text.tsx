import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import type { SectionStatus } from '#lib/core/algorithms/lines/file-section.ts';

/** How a file changed; `''`: only its content changed. */
export const statusWords: Readonly<Record<SectionStatus, string>> = {
  changed: '',
  added: 'new',
  deleted: 'deleted',
  renamed: 'renamed',
};

/** How a file changed, beside its name. */
export function FileStatusText({ status, oldPath }: { status: SectionStatus; oldPath: string | null }) {
  if (status === 'changed') return null;
  const text = status === 'renamed' && oldPath !== null ? `renamed from ${oldPath}` : statusWords[status];
  return (
    <span className="file-status clip">
      <HiddenText text={text} />
    </span>
  );
}
