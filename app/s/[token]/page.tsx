import { addressOf } from '@vitrine/lib/http/address.ts';
import { findOpenableShare, toOpenedShare } from '@vitrine/lib/operations/artifacts/read-share.ts';
import { getServices } from '@vitrine/lib/services.ts';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { readPageMember } from '#app/page-session.ts';
import { SharePage } from '#components/artifacts/sharing/share-page.tsx';

interface Props {
  params: Promise<{ token: string }>;
}

/** The title reveals nothing of what is shared: machines fetch link previews. */
export const metadata = { title: 'Shared artifact', robots: { index: false } };

/**
 * Loading the page counts no view, since mail scanners and link previews load it too. A share with a view
 * limit is left out until a view is counted.
 */
export default async function Page({ params }: Props) {
  const { token } = await params;
  const member = await readPageMember();
  const found = await findOpenableShare(
    getServices(),
    { address: addressOf({ headers: await headers() }) },
    member,
    token,
  );
  if (!found) notFound();
  return <SharePage token={token} opened={found.share.maxViews === null ? toOpenedShare(found) : null} />;
}
