import i18next from 'i18next'

/** The English texts by namespace, of the message files that have been imported. Later ones go to i18next at once. */
export const english: Record<string, object> = {}

/**
 * Declares the texts of a namespace, which a page has when it imports the file. The file and its constant have the namespace as
 * their name.
 */
export function messages<const Texts extends object>(namespace: string, texts: Texts): Texts {
  english[namespace] = texts
  if (i18next.isInitialized) i18next.addResourceBundle('en', namespace, texts)
  return texts
}
