/** A brace or a bracket at the start of a line, and behind it what JSON may have there. */
export const jsonStart =
  /^\s{0,20}(?:\{\s{0,200}(?:"|\}|\/[/*])|\[\s{0,200}(?:[{["\]]|(?:true|false|null)\b|-?\d[\d.eE+-]{0,24}\s{0,20}[,\]]|\/[/*]))/;
