import type { ReactNode } from 'react';
import { BrandMark } from '../ui/brand-mark.tsx';
import { EntryExhibit } from './entry-exhibit.tsx';

/** The layout of pages before signing in: what to do on one side, what the product is on the other. */
export function SignInEntry({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="entry">
      <main className="entry-main">
        <BrandMark />
        <h1>{title}</h1>
        {children}
      </main>
      <EntryExhibit />
    </div>
  );
}
