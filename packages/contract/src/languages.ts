/** The cookie that has the tag of the language that a visitor chose; without it the browser's languages decide. */
export const LANGUAGE_COOKIE = 'cooperage-language'

/**
 * For development and tests: every text is longer, has accents and is in brackets, right-to-left, and dates and numbers are
 * Arabic. A text that stays English can't be translated.
 */
export const PSEUDO = 'pseudo'

export interface Language {
  /** As in `lang` of a document, and the name of the folder with its messages. */
  tag: string
  /** In the language itself. */
  name: string
  /** Of its numbers, dates, lists and order. */
  locale: string
  dir: 'ltr' | 'rtl'
}

/**
 * English has the day before a written month and 24 hours, which is read alike everywhere. Arabic has the digits that names,
 * sizes and addresses have.
 */
export const LANGUAGES: readonly Language[] = [
  { tag: 'en', name: 'English', locale: 'en-GB', dir: 'ltr' },
  { tag: 'de', name: 'Deutsch', locale: 'de', dir: 'ltr' },
  { tag: 'es', name: 'Español', locale: 'es', dir: 'ltr' },
  { tag: 'fr', name: 'Français', locale: 'fr', dir: 'ltr' },
  { tag: 'ja', name: '日本語', locale: 'ja', dir: 'ltr' },
  { tag: 'zh-Hans', name: '简体中文', locale: 'zh-Hans', dir: 'ltr' },
  { tag: 'ar', name: 'العربية', locale: 'ar-u-nu-latn', dir: 'rtl' },
]

/** The first of these that the console has, by language and script: `zh-TW` isn't `zh-Hans`. English if it has none. */
export function languageOf(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => LANGUAGES.find((one) => written(one.tag) === written(tag))).find(Boolean)
  return found ?? (LANGUAGES[0] as Language)
}

function written(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    // Of a header or a cookie that anyone can write.
    return ''
  }
}
