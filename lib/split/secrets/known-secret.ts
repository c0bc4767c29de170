/** A secret of the server, with the name of its setting. */
export interface KnownSecret {
  name: string;
  value: string;
}

/** Shorter secrets would match ordinary words. */
const minCharacters = 8;

/**
 * Every form a secret may be written in: as it is, URL-encoded, in JSON, and in Base64, also as part of a
 * longer value.
 */
export function formsOf({ value }: KnownSecret): string[] {
  const forms = value
    .split(/\r?\n/)
    .flatMap((line) => [
      line,
      encodeURIComponent(line.toWellFormed()),
      JSON.stringify(line).slice(1, -1),
      ...base64Forms(line),
    ]);
  return [...new Set(forms)].filter((form) => form.length >= minCharacters);
}

/**
 * Base64 encodes three bytes as four characters, so inside a longer text a secret has one of three forms,
 * apart from its edges.
 */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  const forms = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    return encoded.slice(first, last);
  });
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
