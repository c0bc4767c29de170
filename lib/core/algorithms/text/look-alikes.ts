/**
 * Letters that look like a Latin one, by that Latin letter. Written by hand: Cyrillic, Greek, Armenian,
 * Cherokee, and the small capitals and variants of Latin, in common fonts. It does not replace Unicode's full
 * list (UTS #39, confusables.txt): it omits other scripts, and look-alikes that differ by more than their
 * font. Letters that NFKC makes equal need not be listed.
 */
const byLetter: Readonly<Record<string, string>> = {
  A: 'АΑᎪᴬꓮ',
  B: 'ВΒᏴꓐ',
  C: 'СϹᏟꓚ',
  D: 'Ꭰꓓᗞ',
  E: 'ЕΕᎬꓰ',
  F: 'Ϝꓝ',
  G: 'ԌᏀꓖ',
  H: 'НΗᎻꓧ',
  I: 'ІΙӀꓲ',
  J: 'ЈͿᎫꓙ',
  K: 'КΚᏦꓗ',
  L: 'ᏞԼꓡ',
  M: 'МΜᎷꓟ',
  N: 'Νꓠ',
  O: 'ОΟՕꓳ',
  P: 'РΡᏢꓑ',
  Q: 'Ԛ',
  R: 'ᎡᏒꓣ',
  S: 'ЅՏᏚꓢ',
  T: 'ТΤᎢꓔ',
  U: 'Սꓴ',
  V: 'ѴᏙꓦ',
  W: 'ԜᎳꓪ',
  X: 'ХΧꓫ',
  Y: 'УΥҮꓬ',
  Z: 'ΖᏃꓜ',
  a: 'аαɑᴀ',
  b: 'ьвʙᏏ',
  c: 'сϲᴄ',
  d: 'ԁɗᴅᏧ',
  e: 'еҽᴇ',
  g: 'ɡցɢ',
  h: 'һհнʜᏂ',
  i: 'іıιɪɩ',
  j: 'јϳյᴊ',
  k: 'кκĸᴋ',
  l: 'ӏʟ',
  m: 'мᴍ',
  n: 'пոռɴ',
  o: 'оοօσഠᴏ',
  p: 'рρᴘ',
  q: 'ԛգզ',
  r: 'гʀᴦ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսʋᴜ',
  v: 'νѵᴠ',
  w: 'ԝωѡɯᴡ',
  x: 'хχ',
  y: 'уүγʏ',
  z: 'ᴢʐ',
  0: 'ΘѲ',
  3: 'ЗзӠЭƷȜ',
  4: 'Чч',
  6: 'бᏮ',
  8: 'Ȣ',
};

const letterOf = new Map(
  Object.entries(byLetter).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)),
);

/**
 * Latin characters that look alike in either case; they are applied to lower-case text, so lower case is
 * enough.
 */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[i1|!]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/**
 * Returns the same key for texts that people confuse at a glance, whatever their case, script and blanks. Not
 * for display. Letters with marks stay distinct from those without: José is not Jose.
 */
export function skeletonOf(text: string): string {
  const latin = [...text.normalize('NFKD')].map((sign) => letterOf.get(sign) ?? sign).join('');
  const plain = latin.toLowerCase().replace(/\s+/g, '');
  return alike.reduce((skeleton, [pattern, sign]) => skeleton.replace(pattern, sign), plain);
}
