import { TriangleAlert } from 'lucide-react';
import { formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { ShareSecrets } from '#lib/core/vocabulary/share.ts';
import { secretLabel } from './secret-label.ts';
import type { CheckedSecrets } from './use-share-secrets.ts';

const shownKinds = 4;

/** Warns of possible secrets in what is to be shared. The person who shares it decides. */
export function ShareSecretsNote({ secrets, isLines }: { secrets: CheckedSecrets; isLines: boolean }) {
  return <div role="status">{contentOf(secrets, isLines)}</div>;
}

function contentOf(secrets: CheckedSecrets, isLines: boolean) {
  if (secrets === 'checking') return <span className="dim small">Checking for secrets…</span>;
  const where = isLines ? 'these lines' : 'this artifact';
  if (secrets === 'failed') {
    return (
      <div className="note warn">
        <Icon of={TriangleAlert} />
        <div className="grow">We couldn’t check this for secrets. Review it before you share.</div>
      </div>
    );
  }
  if (secrets.kinds.length === 0 && secrets.isUnread) {
    return (
      <div className="note warn">
        <Icon of={TriangleAlert} />
        <div className="grow">
          Only text is checked for secrets, and not all of this is. Review it before you share.
        </div>
      </div>
    );
  }
  if (secrets.kinds.length === 0) return <span className="dim small">No secrets found in {where}.</span>;
  return (
    <div className="note warn">
      <Icon of={TriangleAlert} />
      <div className="kinds grow">
        <div>
          <b>
            {describeCount(secrets)} in {where}
          </b>
          <br />
          <span className="mid">The copy would show them to whoever opens it.</span>
        </div>
        <Kinds kinds={secrets.kinds} />
      </div>
    </div>
  );
}

function Kinds({ kinds }: Pick<ShareSecrets, 'kinds'>) {
  const others = kinds.slice(shownKinds);
  return (
    <ul>
      {kinds.slice(0, shownKinds).map(({ kind, line, isInText, count }) => (
        <li key={kind}>
          <span className="dim">
            {line !== null && <span className="vh">Line </span>}
            {line !== null ? formatNumber(line) : isInText ? 'text' : 'call'}
          </span>
          <span className="clip">
            {secretLabel(kind)}
            {count > 1 && ` × ${formatNumber(count)}`}
          </span>
        </li>
      ))}
      {others.length > 0 && (
        <li>
          <span className="clip">{others.map(({ kind }) => secretLabel(kind)).join(', ')}</span>
        </li>
      )}
    </ul>
  );
}

function describeCount({ kinds, isCut, isUnread }: ShareSecrets): string {
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const number = isCut || isUnread ? `At least ${formatNumber(total)}` : formatNumber(total);
  return `${number} possible ${total === 1 ? 'secret' : 'secrets'}`;
}
