import { englishCatalogue, PSEUDO } from '@cooperage/contract'
import i18next from 'i18next'
import { english } from './messages.ts'

const PLAIN = 'AEINOUYaceinouysz'
const ACCENTED = 'ÅÉÎÑÖÛÝåçéîñöûýšž'
/** What isn't words: values, elements, and other messages. */
const NO_WORDS = /(\{\{[^}]*\}\}|<[^>]*>|\$t\([^)]*\))/

/** A text of the pseudo-locale: `⟦Délétéé ~~⟧`. */
export function pseudo(text: string): string {
  const parts = text.split(NO_WORDS).map((part, index) => (index % 2 === 1 ? part : accented(part)))
  return `⟦${parts.join('')}${' ~'.repeat(Math.ceil(text.length / 12))}⟧`
}

function accented(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter)
}

function pseudoTexts(texts: object): object {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [
      name,
      typeof value === 'string' ? pseudo(value) : pseudoTexts(value),
    ]),
  )
}

/** Fills the pseudo-locale with every English text, those of files that are loaded later too. */
export function fillPseudoLocale(): void {
  for (const [area, texts] of Object.entries({ ...englishCatalogue(), ...english })) add(area, texts)
  i18next.store.on('added', (language: string, namespace: string) => {
    if (language === 'en') add(namespace, i18next.getResourceBundle('en', namespace))
  })
}

function add(namespace: string, texts: object): void {
  i18next.addResourceBundle(PSEUDO, namespace, pseudoTexts(texts))
}
