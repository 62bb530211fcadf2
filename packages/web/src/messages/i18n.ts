import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
// What every page needs.
import './en/session.ts'
import './en/shared.ts'
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
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'shared',
    resources: { en: english },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
}
