import { Fragment } from 'react';
import { scrollRegion } from '#components/ui/scroll-region.ts';

const mask = /(\[masked: [^\]\n]{1,80}\])/;

/** The assistant view: plain text exactly as sent. No highlighting, no bold, nothing added; only masks are drawn. */
export function SeenText({ text }: { text: string }) {
  return (
    <div className="seen fade-in" {...scrollRegion('The text as it was sent')}>
      {partsOf(text).map(({ start, part }) => (
        <Fragment key={start}>{mask.test(part) ? <span className="masked">{part}</span> : part}</Fragment>
      ))}
    </div>
  );
}

function partsOf(text: string): { start: number; part: string }[] {
  let start = 0;
  return text.split(mask).map((part) => {
    const at = { start, part };
    start += part.length + 1;
    return at;
  });
}
