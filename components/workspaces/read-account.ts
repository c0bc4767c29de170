/** What was entered to sign in with; nothing without a token. Servers that know by the token who it is take any name. */
export function readAccount(form: FormData): { credential?: { user: string; token: string } } {
  const read = (field: string) => String(form.get(field) ?? '').trim();
  const token = read('token');
  return token === '' ? {} : { credential: { user: read('user') || 'git', token } };
}
