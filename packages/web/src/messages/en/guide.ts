import { messages } from '../messages.ts'

/** The frame of the guide; its pages are the files of docs/guide. */
export const guide = messages('guide', {
  title: 'Documentation',
  pages: 'Documentation pages',
  api: 'API reference',
  toConsole: 'Go to console',
  missing: 'The documentation has no page with this name. Choose one from the list.',
})
