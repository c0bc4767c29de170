/** `fetch` that sends each refresh token once: it may be worth nothing afterwards, and several calls need it at a time. */
export interface SharedRefreshes {
  wrap(fetchAny: typeof fetch): typeof fetch;
  /** The refresh token that was sent last; `null`: none was. */
  lastSent(): string | null;
}

interface Answer {
  status: number;
  headers: [string, string][];
  body: string;
}

/** How long an answer is given to those who ask late, with the same token. */
const keptMs = 30_000;

export function createSharedRefreshes(): SharedRefreshes {
  const answers = new Map<string, Promise<Answer>>();
  let last: string | null = null;
  return {
    lastSent: () => last,
    wrap: (fetchAny) => async (input, init) => {
      const form = init?.body instanceof URLSearchParams ? init.body : null;
      const token = form?.get('grant_type') === 'refresh_token' ? form.get('refresh_token') : null;
      if (token === null) return await fetchAny(input, init);
      last = token;
      const known = answers.get(token);
      const asking = known ?? readAnswer(fetchAny(input, init));
      if (known === undefined) {
        answers.set(token, asking);
        const forget = () => answers.delete(token);
        // What could not be asked is asked again.
        asking.then(() => setTimeout(forget, keptMs).unref(), forget);
      }
      const { status, headers, body } = await asking;
      return new Response(body, { status, headers });
    },
  };
}

async function readAnswer(asking: Promise<Response>): Promise<Answer> {
  const response = await asking;
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}
