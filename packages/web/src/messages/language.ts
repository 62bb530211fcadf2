import { LANGUAGE_COOKIE, type Language, languageOf, PSEUDO } from '@cooperage/contract'

/** A year, which each choice prolongs. */
const KEPT_SECONDS = 31_536_000

let current = languageOf([])

/** The language that the page has now. */
export function language(): Language {
  return current
}

/** The locale of numbers and dates. */
export function locale(): string {
  return current.locale
}

/** Has formats, the order of names and the document follow the language. */
export function setLanguage(wanted: Language): void {
  current = wanted
  document.documentElement.lang = wanted.tag
  document.documentElement.dir = wanted.dir
}

/** The language that this browser's visitor chose; without a choice the first of the browser's that the console has. */
export function preferredLanguage(): Language {
  const chosen = document.cookie.split('; ').find((pair) => pair.startsWith(`${LANGUAGE_COOKIE}=`))
  const tag = chosen?.slice(LANGUAGE_COOKIE.length + 1) ?? ''
  if (tag === PSEUDO) return { tag: PSEUDO, name: '', locale: 'ar-EG', dir: 'rtl' }
  return languageOf([tag, ...navigator.languages])
}

let unsaved: Language | undefined

/** What the visitor has chosen in this document and no account has kept yet; asked for once. */
export function takeUnsavedLanguage(): Language | undefined {
  const chosen = unsaved
  unsaved = undefined
  return chosen
}

/** The visitor's own choice, which the account keeps once there is one. */
export function keepChosenLanguage(wanted: Language): void {
  unsaved = wanted
  keepLanguage(wanted)
}

/** In a cookie, because the server writes the pages of links and of errors in the same language. */
export function keepLanguage({ tag }: Language): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs TLS
  document.cookie = `${LANGUAGE_COOKIE}=${tag}; path=/; max-age=${KEPT_SECONDS}; samesite=lax${secure}`
}
