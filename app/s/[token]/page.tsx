import { findOpenableShare, toOpenedShare } from '@vitrine/lib/http/read-share.ts';
import { getServices } from '@vitrine/lib/services.ts';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { SharePage } from '../../../components/artifacts/sharing/share-page.tsx';
import { readPageMember } from '../../page-session.ts';

interface Props {
  params: Promise<{ token: string }>;
}

/** Nothing of what is shared stands in the title: previews of links are made by machines. */
export const metadata = { title: 'Shared artifact', robots: { index: false } };

/** Loading it counts no view: mail scanners and link previews do that. What has a limit is not in it before one is counted. */
export default async function Page({ params }: Props) {
  const { token } = await params;
  const member = await readPageMember();
  const found = await findOpenableShare(getServices(), { headers: await headers() }, member, token);
  if (!found) notFound();
  return <SharePage token={token} opened={found.share.maxViews === null ? toOpenedShare(found) : null} />;
}
