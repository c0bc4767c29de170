/** Words of placeholders and of redacted values. */
const placeholder =
  /example|sample|change.?me|your|placeholder|dummy|redacted|insert|replace|masked|todo|x{4}|\*{3}|\.{3}/i;

export const isPlaceholderSecret = (text: string): boolean => placeholder.test(text);

/** Words that forms, schemas, types, logs and translations put after a password's name. */
const ordinary = new Set(
  `
  string str text bytes byte any unknown never null nil none undefined object number boolean bool char varchar nvarchar void type
  true false yes no on off ok set unset empty blank default optional required mandatory missing invalid incorrect correct wrong
  accepted rejected denied expired changed updated deleted removed created generated enabled disabled hidden visible shown protected
  encrypted hashed plain plaintext cleartext strong weak medium short long valid failed success error prompt ask interactive stdin
  env environment file path value name field input label form user username login email admin_user auth self this args argv params
  options config settings data body request response result results return await async new function class const let var static
  public private readonly override import export from with without using only auto automatic random basic bearer digest oauth saml
  ldap kerberos peer trust ident md5 sha1 sha256 sha384 sha512 scrypt bcrypt argon2 argon2i argon2id pbkdf2 base64 base32 utf8 utf16 hex
  hash hashes salt int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 x509 oauth2 http2 ipv4 ipv6 h1 h2 h3 h4 mysql8
  amd64 arm64 armhf i386 x86_64 aarch64 noarch
  kennwort passwort wachtwoord passord senha contrasena parola heslo haslo salasana losenord jelszo adgangskode sandi clave
  description title message placeholder pattern regex format length minimum maximum lowercase uppercase integer enum array list map
  record tuple struct model schema column keyword identifier literal symbol operator comment credentials secrets passwords tokens
 different same equal similar new old current previous
  and the or is was are be has for not in to of a an at by it if as must should cannot will can when where which that your you
  `
    .trim()
    .split(/\s+/),
);

export const isOrdinary = (word: string): boolean => ordinary.has(word.toLowerCase());

/** Vitrine's own IDs are not secrets: knowing one gives no access. */
export const isOwnId = (text: string): boolean => /^[a-z]{3,4}_[a-z2-7]{26}$/.test(text);
