import { getServices } from '@vitrine/lib/services.ts';
import { findInvite } from '@vitrine/lib/team/invites.ts';
import { notFound } from 'next/navigation';
import { readPageMember } from '#app/page-session.ts';
import { JoinPage } from '#components/team/join-page.tsx';

export const metadata = { title: 'Join the team', robots: { index: false } };

interface Props {
  params: Promise<{ token: string }>;
}

/** Opening an invite does not use it up: mail programs follow links too. */
export default async function Page({ params }: Props) {
  const { token } = await params;
  const services = getServices();
  const invite = services.config.signIn === null ? null : await findInvite(services, token);
  if (invite === null) notFound();
  const wanted = invite.memberId === null ? null : await services.stores.members.get(invite.memberId);
  const member = await readPageMember();
  return (
    <JoinPage
      token={token}
      invite={{ role: invite.role, by: invite.createdBy.name, wanted: wanted?.name ?? null }}
      signedInAs={member?.name ?? null}
      hasProvider={services.identityProvider !== null}
    />
  );
}
