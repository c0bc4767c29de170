'use client';

import type { PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { drawPage } from './draw-page.ts';
import { markFound } from './mark-found.ts';
import { type OpenedPdf, type PageSize, pixelsPerUnit } from './open-pdf.ts';

/** One page: drawn, and under it its text, which can be selected and read aloud. */
export function PdfPage(props: {
  pdf: OpenedPdf;
  /** From 1. */
  number: number;
  size: PageSize;
  /** 1: its natural size. */
  scale: number;
  topPx: number;
  /** What is looked for in it; empty: nothing. */
  sought: string;
  onSize: (size: PageSize) => void;
}) {
  const { pdf, number, size, scale, sought } = props;
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const page = usePage(pdf, number);
  const [hasText, setHasText] = useState(false);
  useEffectOn([page], () => {
    if (!page || page === 'failed') return;
    const { width, height } = page.getViewport({ scale: pixelsPerUnit });
    props.onSize({ width, height });
  });
  useEffect(() => {
    if (!page || page === 'failed' || !picture.current) return;
    return drawPage(page, scale * pixelsPerUnit, picture.current);
  }, [page, scale]);
  useEffect(() => {
    if (!page || page === 'failed' || !text.current) return;
    const container = text.current;
    const viewport = page.getViewport({ scale: pixelsPerUnit });
    const layer = new pdf.library.TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport,
    });
    layer.render().then(
      () => setHasText(true),
      () => {},
    );
    return () => {
      layer.cancel();
      container.replaceChildren();
      setHasText(false);
    };
  }, [pdf, page]);
  useEffect(() => {
    if (hasText && text.current) markFound(text.current, sought);
  }, [hasText, sought]);
  return (
    <section
      className="pdf-page"
      aria-label={`Page ${number}`}
      style={
        {
          width: size.width * scale,
          height: size.height * scale,
          transform: `translate(-50%, ${props.topPx}px)`,
          '--total-scale-factor': scale * pixelsPerUnit,
        } as React.CSSProperties
      }
    >
      <div ref={picture} className="pdf-picture" aria-hidden="true" />
      <div ref={text} className="pdf-text" />
      {page === 'failed' && <p className="lines-note">This page cannot be shown.</p>}
    </section>
  );
}

/** `null`: it is loading. */
function usePage({ document }: OpenedPdf, number: number): PDFPageProxy | 'failed' | null {
  const [page, setPage] = useState<PDFPageProxy | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    document.getPage(number).then(
      (found) => !isGone && setPage(found),
      () => !isGone && setPage('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [document, number]);
  useEffect(() => (page && page !== 'failed' ? () => void page.cleanup() : undefined), [page]);
  return page;
}
