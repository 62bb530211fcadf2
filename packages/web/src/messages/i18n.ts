import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { session } from './en/session.ts'
import { shared } from './en/shared.ts'

/** The messages of this build by namespace. Each message file adds its own. */
export interface Messages {
  session: typeof session
  shared: typeof shared
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shared'
    resources: Messages
  }
}

/** What every page needs, and what was added before {@link startMessages}. */
const loaded: Record<string, object> = { shared, session }

/** Initializes the messages. Message files that are loaded later with a page add their own with {@link addMessages}. */
export async function startMessages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'shared',
    resources: { en: loaded },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
}

/** Adds the messages of a namespace; called once, by the file that declares them. */
export function addMessages<Name extends keyof Messages>(namespace: Name, messages: Messages[Name]): void {
  if (i18next.isInitialized) i18next.addResourceBundle('en', namespace, messages)
  else loaded[namespace] = messages
}
