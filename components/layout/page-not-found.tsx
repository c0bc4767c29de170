import { Compass } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/**
 * The same page for an unknown address and a conversation that is gone or not the reader's, with a way back.
 */
export function PageNotFound() {
  return (
    <main className="alone">
      <h1 className="vh">Page not found</h1>
      <article className="card">
        <div className="mid-empty">
          <Icon of={Compass} />
          <b>Page not found</b>
          The link is wrong, or what it leads to was deleted or is not shared with you.
          <a className="btn" href="/">
            Go to the start page
          </a>
        </div>
      </article>
    </main>
  );
}
