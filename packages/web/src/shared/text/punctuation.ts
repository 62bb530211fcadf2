/** The punctuation that pages put between texts of their own: French has a space before a colon, Chinese its own comma. */
import i18next from 'i18next'

/** `Size: 5 KiB`. Without a value, what goes before one that isn't text. */
export function named(name: string, value = ''): string {
  return i18next.t('shared:named', { name, value })
}

/** Between texts beside each other: `3 folders, 12 objects`. */
export function comma(): string {
  return i18next.t('shared:comma')
}
