import { Info } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** What the audit calls a figure: shown while the pointer is on the mark, or the focus, which a touch gives it too. */
export const AuditTerm = ({ term }: { term: string }) => (
  <span className="audit-term">
    <button type="button" aria-label={`In the audit: ${term}`}>
      <Icon of={Info} isSmall />
    </button>
    <span className="audit-words" aria-hidden="true">
      In the audit: <b>{term}</b>
    </span>
  </span>
);
