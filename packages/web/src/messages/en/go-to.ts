import { addMessages } from '../i18n.ts'

/** Going to a place of the storage by typing its path. */
export const goTo = {
  title: 'Go to Path',
  path: 'Path',
  hint: 'A bucket, and in it a folder or an object: photos/2026/beach.jpg. Tab takes the first suggestion.',
  placeholder: 'bucket/folder/object',
  missing: 'Type a path first',
  go: 'Go',
  suggestions: 'Suggestions',
  nothing: 'Nothing begins with this.',
  more: 'There are more. Type on to find them.',
  notAsked: 'There are no suggestions: {{reason}} You can type the whole path all the same.',
  notThere: 'Neither an object nor a folder has this path. Check how it is spelled, capitals included.',
} as const

addMessages('goTo', goTo)

declare module '../i18n.ts' {
  interface Messages {
    goTo: typeof goTo
  }
}
