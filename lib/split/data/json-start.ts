/** A brace or a bracket at the start of a line, and behind it what JSON may have there, or Python's own values. */
export const jsonStart =
  /^\s{0,20}(?:\{\s{0,200}(?:"|\}|'[^'\n]{1,80}'\s?:|\/[/*])|\[\s{0,200}(?:[{["\]]|(?:true|false|null)\b|-?\d[\d.eE+-]{0,24}\s{0,20}[,\]]|\/[/*]))/;
