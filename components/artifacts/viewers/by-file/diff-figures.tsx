import { formatNumber } from '#components/ui/format-number.ts';

/** `+12 −3`; a zero is left out unless both are zero. */
export function DiffFigures({ added, deleted }: { added: number; deleted: number }) {
  return (
    <span className="diff-figures">
      {(added > 0 || deleted === 0) && <span className="good">+{formatNumber(added)}</span>}
      {(deleted > 0 || added === 0) && <span className="bad">{formatNumber(-deleted)}</span>}
    </span>
  );
}
