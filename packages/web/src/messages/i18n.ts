import { isTextList, type Language, languageOf, PSEUDO, type Text, translateTexts } from '@cooperage/contract'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
// What every page needs.
import './en/session.ts'
import './en/shared.ts'
import { keepChosenLanguage, keepLanguage, locale, preferredLanguage, setLanguage } from './language.ts'
import { english } from './messages.ts'

/** Initializes the messages, in English. Message files that are imported later, with their pages, add their own. */
export async function startMessages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    load: 'currentOnly',
    defaultNS: 'shared',
    resources: { en: english },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  translateTexts(translated)
}

/** Shows the page in its visitor's language. */
export async function startLanguage(): Promise<void> {
  const preferred = preferredLanguage()
  if (preferred.tag === PSEUDO) (await import('./pseudo.ts')).fillPseudoLocale()
  // Without its language the page is better in English than not there.
  await showLanguage(preferred).catch(() => undefined)
}

/** Shows the page in another language, and keeps the choice. @throws Error if its texts can't be loaded */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await languageReady(wanted.tag)
  // Before the page notices.
  keepChosenLanguage(wanted)
  await showLanguage(wanted)
}

/** Shows the page in the language that the account has, and keeps it for this browser. @throws Error like {@link chooseLanguage} */
export async function followAccount(tag: string): Promise<void> {
  const wanted = languageOf([tag])
  if (wanted.tag === i18next.language) return
  await showLanguage(wanted)
  keepLanguage(wanted)
}

async function showLanguage(wanted: Language): Promise<void> {
  await languageReady(wanted.tag)
  setLanguage(wanted)
  await i18next.changeLanguage(wanted.tag)
}

/**
 * Waits for the texts of everything that has been imported, so that no part of a page is shown in English first. A language comes
 * in two parts: what the first pages need, and the rest. @throws Error if they can't be loaded
 */
async function languageReady(tag = i18next.language): Promise<void> {
  for (const part of ['first', 'rest'] as const) {
    const isComplete = Object.keys(english).every((namespace) => i18next.hasResourceBundle(tag, namespace))
    if (!isComplete) await loadPart(`${tag}.${part}.json`, tag)
  }
}

/** What `load` imports, when its texts are there. @throws what `load` throws; Error like {@link languageReady} */
export async function inLanguage<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const loaded = await load()
  await languageReady()
  return loaded
}

/** Loads what the pages that aren't open yet need. */
export async function loadWholeLanguage(): Promise<void> {
  const tag = i18next.language
  if (tag !== 'en' && tag !== PSEUDO) await loadPart(`${tag}.rest.json`, tag)
}

const parts = new Map<string, Promise<void>>()

function loadPart(file: string, tag: string): Promise<void> {
  const load = async () => {
    const response = await fetch(`${document.documentElement.dataset.messages}/${file}`, { credentials: 'same-origin' })
    if (!response.ok) throw new Error(`${file}: ${response.status}`)
    for (const [namespace, texts] of Object.entries((await response.json()) as Record<string, object>)) {
      i18next.addResourceBundle(tag, namespace, texts)
    }
  }
  const loading =
    parts.get(file) ??
    load().catch((error: unknown) => {
      // The next page that needs it tries again.
      parts.delete(file)
      throw error
    })
  parts.set(file, loading)
  return loading
}

/** For messages whose keys this package doesn't know. */
const anyMessages = i18next as unknown as Record<'t', (key: string, options: object) => string> &
  Record<'exists', (key: string, options: object) => boolean>

/**
 * A text of the API or of the contract's rules in the language of the page, with its English sentence where the language has no
 * message for it.
 */
function translated({ key, values, text }: Text): string {
  const [ns = '', ...name] = key.split(':')
  // Names of actions have colons and dots.
  const options = { ns, nsSeparator: false, keySeparator: false }
  if (!anyMessages.exists(name.join(':'), options)) return text
  const said = (value: string | number | Text) => (typeof value === 'object' ? translated(value) : String(value))
  const shown = Object.entries(values).map(([one, value]) => [
    one,
    isTextList(value) ? listOf(value.map(said)) : said(value),
  ])
  return anyMessages.t(name.join(':'), { ...options, replace: Object.fromEntries(shown) })
}

/** Names in the way of the language, by the formats of i18next: those of pages are in `shared`, which needs the messages. */
function listOf(names: readonly string[]): string {
  return i18next.services.formatter?.format(names, 'list(type: unit)', locale(), {}) ?? names.join(', ')
}
