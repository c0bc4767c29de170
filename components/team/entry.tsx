import type { ReactNode } from 'react';
import { BrandMark } from '../ui/brand-mark.tsx';
import { EntryExhibit } from './entry-exhibit.tsx';

/** The pages before the door: what there is to do on one side, what it is all about on the other. */
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
