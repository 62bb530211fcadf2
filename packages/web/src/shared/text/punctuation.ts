/** The punctuation that pages put between texts of their own: French has a space before a colon, Chinese its own comma. */
import { language } from '../../messages/language.ts'
import { translate } from '../../messages/use-texts.ts'
import { plainName } from './visible-name.ts'

/** `Size: 5 KiB`. Without a value, what goes before one that isn't text. */
export function named(name: string, value = ''): string {
  return translate('shared:named', { name, value })
}

/** Between texts beside each other: `3 folders, 12 objects`. */
export function comma(): string {
  return translate('shared:comma')
}

/** Names that others chose, such as those of resources, in a sentence: each stays whole where text runs from right to left. */
export function nameList(names: readonly string[]): string {
  const isolated = (name: string) => (language().dir === 'rtl' ? `\u2066${plainName(name)}\u2069` : plainName(name))
  return names.map(isolated).join(comma())
}
