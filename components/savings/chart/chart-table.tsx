import { formatNumber } from '#components/ui/format-number.ts';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import { recallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import { formatRate } from '../format-rate.ts';
import type { BinFigures, ChartBin } from './chart-bins.ts';
import { nameBin } from './describe-bin.ts';

interface Props {
  bins: readonly ChartBin[];
  /** Header of the first column. */
  rowName: string;
  beforeName: string;
  labelledBy: string;
}

/** The chart's figures, in full. */
export function ChartTable({ bins, rowName, beforeName, labelledBy }: Props) {
  const isCompared = bins.some(({ before }) => before !== null);
  return (
    <div className="table-scroll chart-table" {...scrollRegion('Figures of the chart')}>
      <table aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {[rowName, 'Calls', 'Not sent', 'Saved', 'In money', 'Asked for more'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {isCompared &&
              ['Saved', 'In money', 'Asked for more'].map((name) => (
                <th key={name} scope="col">
                  {name}, {beforeName}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {bins.map((bin) => (
            <tr key={bin.from}>
              <th scope="row">{nameBin(bin)}</th>
              <td>{formatNumber(bin.figures.calls)}</td>
              <td>{formatNumber(bin.figures.withheldTokens)}</td>
              <FigureCell figures={bin.figures} />
              {bin.before && <FigureCell figures={bin.before} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FigureCell({ figures }: { figures: BinFigures }) {
  const rate = recallRate(figures);
  const { netMicrodollars } = figures;
  return (
    <>
      <td>{formatNumber(figures.avoidedTokens)}</td>
      <td>{netMicrodollars === null ? 'unknown' : formatMoney(netMicrodollars)}</td>
      <td>{rate === null ? '–' : formatRate(rate)}</td>
    </>
  );
}
