'use client';

import { useEffect, useState } from 'react';
import { LoadSkeleton } from '#components/artifacts/text/load-skeleton.tsx';
import { NotLoaded } from '#components/artifacts/text/not-loaded.tsx';
import { BytesBody } from '../binary/bytes-body.tsx';
import { PanelMessage } from '../panel-message.tsx';
import type { ViewProps } from '../viewer.ts';
import { openPdf, type PdfState } from './open-pdf.ts';
import { PdfPages } from './pdf-pages.tsx';
import { PdfPassword } from './pdf-password.tsx';

/** The pages of a PDF. */
export function PdfView(props: ViewProps) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ baseUrl, metadata, onRetry }: ViewProps & { onRetry: () => void }) {
  const state = usePdf(baseUrl, metadata.byteLength);
  switch (state.status) {
    case 'loading':
      return <LoadSkeleton rows={12} />;
    case 'locked':
      return <PdfPassword key={state.attempts} hasFailed={state.attempts > 0} onEnter={state.unlock} />;
    case 'failed':
      if (state.code === 'artifact_expired') return <PanelMessage about={metadata} />;
      return <NotLoaded noun="PDF" retryAtMs={null} isLow={false} onRetry={onRetry} />;
    case 'damaged':
      return (
        <>
          <p className="lines-note">This PDF is damaged: its pages cannot be shown.</p>
          <BytesBody metadata={metadata} baseUrl={baseUrl} />
        </>
      );
    case 'ready':
      return <PdfPages pdf={state.pdf} />;
  }
}

function usePdf(baseUrl: string, byteLength: number): PdfState {
  const [state, setState] = useState<PdfState>({ status: 'loading' });
  useEffect(() => openPdf(baseUrl, byteLength, setState), [baseUrl, byteLength]);
  return state;
}
