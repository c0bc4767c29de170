'use client';

import 'katex/dist/katex.min.css';
import { useMemo } from 'react';
import { formulaHtml } from './formula-html.ts';

/** A formula, set; its source where that cannot be set. */
export function Formula({ source, isDisplay }: { source: string; isDisplay: boolean }) {
  const set = useMemo(() => formulaHtml(source, isDisplay), [source, isDisplay]);
  return 'fault' in set ? (
    <code className="formula-source" title={set.fault}>
      {source}
    </code>
  ) : (
    <span
      className={isDisplay ? 'formula is-display' : 'formula'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX writes it, and escapes every word of the source
      dangerouslySetInnerHTML={{ __html: set.html }}
    />
  );
}
