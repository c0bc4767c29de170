import type { LucideIcon } from 'lucide-react';

/**
 * A line icon in the house style: 16 px (14 in rows and buttons), stroke 1.5, drawn by `svg.i` in base.css.
 */
export function Icon({ of: Glyph, isSmall = false }: { of: LucideIcon; isSmall?: boolean }) {
  return <Glyph className={isSmall ? 'i s' : 'i'} strokeWidth={1.5} aria-hidden="true" focusable="false" />;
}
