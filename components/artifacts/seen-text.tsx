import { scrollRegion } from '../ui/scroll-region.ts';

/** The model's side: plain text exactly as sent. No highlighting, no bold, nothing added. */
export function SeenText({ text }: { text: string }) {
  return (
    <div className="seen fade-in" {...scrollRegion('The text as it was sent')}>
      {text}
    </div>
  );
}
