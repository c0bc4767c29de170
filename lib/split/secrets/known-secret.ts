/** A secret of the server itself, by the name of its setting. */
export interface KnownSecret {
  name: string;
  value: string;
}

/** Shorter ones would be found in words that are no secret. */
const minCharacters = 8;

/** Every text that a secret is written as: itself, in a URL, in JSON, and in Base64, also as a part of something longer. */
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

/** Three bytes are four characters: where a secret stands after others, it is one of three, but for its edges. */
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
