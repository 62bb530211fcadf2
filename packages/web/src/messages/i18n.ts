import { type Text, translateTexts } from '@cooperage/contract'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
// What every page needs.
import './en/session.ts'
import './en/shared.ts'
import { LANGUAGE, PSEUDO } from './language.ts'
import { english } from './messages.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shared'
    resources: typeof import('./en/index.ts')
  }
}

/** Initializes the messages. Message files that are imported later, with their pages, add their own. */
export async function startMessages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: LANGUAGE,
    fallbackLng: 'en',
    defaultNS: 'shared',
    resources: { en: english },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  translateTexts(translated)
  if (LANGUAGE === PSEUDO) (await import('./pseudo.ts')).fillPseudoLocale()
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
  const shown = Object.entries(values).map(([one, value]) => [
    one,
    typeof value === 'object' ? translated(value) : value,
  ])
  return anyMessages.t(name.join(':'), { ...options, replace: Object.fromEntries(shown) })
}
