import { SquareTerminal } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

const printed = ` FAIL  tests/limits/token-bucket.test.ts (12 tests | 2 failed)
   × carries the remainder of an interval over
     → expected 9 to be 10
   × tells how long to wait, to the millisecond
     → expected 400 to be 150
 ✓ tests/limits/redis-bucket.test.ts (31 tests) 96ms
 ✓ tests/limits/window.test.ts (18 tests) 22ms
 ✓ tests/http/routes.test.ts (64 tests) 1,204ms
 … 1,195 more lines`;

const seen = `vitest: 2 of 184 failed, exit 1, 4.2 s
token-bucket.test.ts:48 expected 9 to be 10
token-bucket.test.ts:71 expected 400 to be 150`;

/** An illustration of one result and its two views; hidden from screen readers. */
export function EntryExhibit() {
  return (
    <div className="entry-exhibit" aria-hidden="true">
      <figure>
        <div className="card">
          <div className="card-head">
            <Icon of={SquareTerminal} />
            <span className="card-title path grow">
              <b className="clip">npx vitest run</b>
            </span>
            <span className="card-meta">
              <span className="bad strong">exit 1</span> · 4.2 s
            </span>
          </div>
          <pre className="card-body entry-text">{printed}</pre>
          <pre className="card-body entry-text reverse">{seen}</pre>
        </div>
        <figcaption>
          <span>
            <b>You see everything.</b>The full result, at any size.
          </span>
          <span>
            <b>The model reads 164 tokens.</b>And you can see which.
          </span>
        </figcaption>
      </figure>
    </div>
  );
}
