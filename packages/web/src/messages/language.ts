/**
 * For development and tests: every text is longer, has accents and is in brackets, right-to-left, and dates and numbers are
 * Arabic. A text that stays English can't be translated.
 */
export const PSEUDO = 'pseudo'
const KEY = 'cooperage.language'

/** The language of the page. It's known before anything else is loaded: modules make their formats when they load. */
export const LANGUAGE = chosen() === PSEUDO ? PSEUDO : 'en'

/**
 * The locale of numbers and dates. English with the day before a written month and with 24 hours, which is read alike
 * everywhere.
 */
export const LOCALE = LANGUAGE === PSEUDO ? 'ar-EG' : 'en-GB'

function chosen(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null
  } catch {
    // Storage is disabled.
    return null
  }
}
