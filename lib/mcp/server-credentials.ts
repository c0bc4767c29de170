import { z } from 'zod';
import type { Sealer } from '../stores/sealer.ts';
import type { CredentialStore } from '../stores/stores.ts';

const issuedSchema = z.object({
  /** The authorization server that gave them, and the only one that gets them. */
  issuer: z.string(),
  client: z.looseObject({ client_id: z.string() }).nullable(),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }).nullable(),
});
const credentialsSchema = z.object({
  /** The one that was used last is last. */
  issued: z.array(issuedSchema),
  /** What was found out about the server and its authorization server; `null`: nothing. */
  discovery: z.looseObject({ authorizationServerUrl: z.string() }).nullable(),
  /** What a call needed that the tokens do not allow; `null`: they allow all that was called. */
  wantedScope: z.string().nullable(),
});
export type ServerCredentials = z.infer<typeof credentialsSchema>;
export type IssuedCredentials = z.infer<typeof issuedSchema>;

const none: ServerCredentials = { issued: [], discovery: null, wantedScope: null };

/** What one member has to sign in to one server. */
export interface CredentialBox {
  read(): Promise<ServerCredentials>;
  change(decide: (before: ServerCredentials) => ServerCredentials): Promise<void>;
  /** The same, where there is something: whoever signed out meanwhile stays so. */
  update(decide: (before: ServerCredentials) => ServerCredentials): Promise<void>;
  /** Returns `false` if there was nothing. */
  clear(): Promise<boolean>;
}

/** @param url of the server: what was issued for one address is never sent to another under the same name */
export function openCredentials(
  store: CredentialStore,
  sealer: Sealer,
  { memberId, server, url }: { memberId: string; server: string; url: string },
): CredentialBox {
  const subject = `${memberId} ${server} ${url}`;
  const readStored = async (): Promise<ServerCredentials | null> => {
    const sealed = await store.get(memberId, server);
    const text = sealed === null ? null : sealer.open(sealed, subject);
    return text === null ? null : credentialsSchema.parse(JSON.parse(text));
  };
  let last: Promise<unknown> = Promise.resolve();
  /** One after another. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  const write = (credentials: ServerCredentials) =>
    store.put(memberId, server, sealer.seal(JSON.stringify(credentials), subject));
  return {
    read: async () => (await readStored()) ?? none,
    change: (decide) => inTurn(async () => await write(decide((await readStored()) ?? none))),
    update: (decide) =>
      inTurn(async () => {
        const before = await readStored();
        if (before !== null) await write(decide(before));
      }),
    clear: () => inTurn(() => store.delete(memberId, server)),
  };
}

/** With what changed of one authorization server, which is then the one that was used last. */
export function withIssued(
  before: ServerCredentials,
  issuer: string,
  change: Partial<Pick<IssuedCredentials, 'client' | 'tokens'>>,
): ServerCredentials {
  const known = before.issued.find((one) => one.issuer === issuer) ?? { issuer, client: null, tokens: null };
  const others = before.issued.filter((one) => one !== known);
  return { ...before, issued: [...others, { ...known, ...change }] };
}
