import { addMessages } from '../i18n.ts'

/** The frame of the guide; its pages are the files of docs/guide. */
export const guide = {
  title: 'Documentation',
  pages: 'Documentation pages',
  api: 'API reference',
  toConsole: 'Go to console',
  missing: 'The documentation has no page with this name. Choose one from the list.',
} as const

addMessages('guide', guide)

declare module '../i18n.ts' {
  interface Messages {
    guide: typeof guide
  }
}
