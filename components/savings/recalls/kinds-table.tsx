import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import type { KindReading } from '#lib/core/vocabulary/ledger/kind-reading.ts';
import { highRecallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import { kindKey } from '#lib/core/vocabulary/ledger/sums.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { formatRate } from '../format-rate.ts';
import { AsksOfKind } from './asks-of-kind.tsx';
import { formatBudget, formatRemedy, rateOf } from './format-remedy.ts';

interface Props {
  kinds: readonly KindReading[];
  isWidening: boolean;
  labelledBy: string;
}

const columns = ['Calls', 'Recalls', 'Rate', 'Budget now'];

/** Kinds of views; opening one shows why the model recalled them. */
export function KindsTable({ kinds, isWidening, labelledBy }: Props) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  return (
    <div className="table-scroll" {...scrollRegion('Kinds of views')}>
      <table aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">Tool and summarizer</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" className="l">
              State
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => {
            const key = kindKey(kind.toolName, kind.summarizer);
            const isOpen = key === openKey;
            const toggle = () => setOpenKey(isOpen ? null : key);
            return <KindRow key={key} {...{ kind, isWidening, isOpen, toggle }} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

function KindRow(props: { kind: KindReading; isWidening: boolean; isOpen: boolean; toggle: () => void }) {
  const { kind, isOpen } = props;
  const rate = rateOf(kind);
  const isTooThin = kind.remedy !== null;
  return (
    <>
      <tr className={isOpen ? 'is-open' : undefined}>
        <th scope="row">
          <button type="button" className="fold" aria-expanded={isOpen} onClick={props.toggle}>
            <Icon of={isOpen ? ChevronDown : ChevronRight} isSmall />
            <span className="mono">{toolLabel(kind.toolName)}</span>
            <span className="mid">{kind.summarizer ?? 'whole'}</span>
          </button>
          {isTooThin && <span className="badge warn">above {formatRate(highRecallRate)}</span>}
        </th>
        <td>{formatNumber(kind.calls)}</td>
        <td>{formatNumber(kind.recalls)}</td>
        <td className={rate === null ? 'dim' : isTooThin ? 'warn strong' : undefined}>
          {rate === null ? '–' : formatRate(rate)}
        </td>
        <td>{formatBudget(kind)}</td>
        <td className={isTooThin ? 'l' : 'l dim'}>{formatRemedy(kind, props.isWidening)}</td>
      </tr>
      {isOpen && (
        <tr className="drill">
          <td colSpan={columns.length + 2}>
            <AsksOfKind kind={kind} />
          </td>
        </tr>
      )}
    </>
  );
}
