import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useMemo, useState } from 'react';
import { createPageTexts, findPages } from './find-pages.ts';

/** How long nothing is typed before the pages are read. */
const typingMs = 200;
/** Pages found are shown from time to time, not one by one. */
const reportEveryPages = 50;

export interface PdfFinding {
  query: string;
  setQuery: (query: string) => void;
  /** Pages that contain it, so far. */
  pages: readonly number[];
  isSearching: boolean;
  /** Index of the page that was gone to; -1: none. */
  at: number;
  step: (by: 1 | -1) => void;
}

/** Looks for a text on all pages, and goes to those that contain it. */
export function usePdfFind(document: PDFDocumentProxy, goTo: (page: number) => void): PdfFinding {
  const textOf = useMemo(() => createPageTexts(document), [document]);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<{ pages: number[]; isSearching: boolean }>({
    pages: [],
    isSearching: false,
  });
  const [at, setAt] = useState(-1);
  const sought = query.trim();
  useEffect(() => {
    setAt(-1);
    setFound({ pages: [], isSearching: sought !== '' });
    if (sought === '') return;
    let isOver = false;
    const search = async () => {
      // Who is still typing looks for something else in a moment.
      await new Promise((resolve) => setTimeout(resolve, typingMs));
      if (isOver) return;
      const pages: number[] = [];
      for await (const { page, isFound } of findPages(document.numPages, sought, textOf)) {
        if (isOver) return;
        if (isFound) pages.push(page);
        if (page % reportEveryPages === 0) setFound({ pages: [...pages], isSearching: true });
      }
      setFound({ pages, isSearching: false });
    };
    void search();
    return () => {
      isOver = true;
    };
  }, [document, sought, textOf]);
  const step = (by: 1 | -1) => {
    const { pages } = found;
    if (pages.length === 0) return;
    const next = at === -1 && by === -1 ? pages.length - 1 : (at + by + pages.length) % pages.length;
    setAt(next);
    goTo(pages[next] ?? 1);
  };
  return { query: sought, setQuery, ...found, at, step };
}
