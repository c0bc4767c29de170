'use client';

import type { OpenedShare } from '#lib/core/vocabulary/share.ts';
import { ShareNotFound } from './share-not-found.tsx';
import { SharedArtifactPage } from './shared-artifact-page.tsx';
import { useShareView } from './use-share-view.ts';

/**
 * The page a share link leads to.
 * @param props.opened `null`: the content is loaded once a view is counted
 */
export function SharePage(props: { token: string; opened: OpenedShare | null }) {
  const { opened, failure, retry } = useShareView(props.token, props.opened);
  if (opened !== null) return <SharedArtifactPage token={props.token} {...opened} />;
  if (failure?.code === 'not_found') return <ShareNotFound />;
  return (
    <main className="alone" aria-busy={failure === null}>
      <h1 className="vh">Shared artifact</h1>
      {failure === null ? (
        <p className="mid">Opening…</p>
      ) : (
        <>
          <p className="bad" role="alert">
            {failure.error}
          </p>
          <button type="button" className="btn" onClick={retry}>
            Try again
          </button>
        </>
      )}
    </main>
  );
}
