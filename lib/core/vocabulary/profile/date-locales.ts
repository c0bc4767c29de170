import { standardDateLocale } from './standard-date-locale.ts';

/** The locales in which dates and times can be written: BCP 47. The page's own words are English. */
export const dateLocales = [
  'en-GB',
  'en-US',
  'cs-CZ',
  'da-DK',
  'de-DE',
  'es-ES',
  'fi-FI',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'zh-CN',
  'zh-TW',
] as const;
export type DateLocale = (typeof dateLocales)[number];

/** The cookie from which the server renders the next page. */
export const datesCookie = 'vt_dates';

/** What is none of them is read as the standard one. */
export const parseDateLocale = (text: string | undefined): DateLocale =>
  dateLocales.find((locale) => locale === text) ?? standardDateLocale;
