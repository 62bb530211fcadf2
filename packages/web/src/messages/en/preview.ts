import { addMessages } from '../i18n.ts'

/** Previews of objects: the frame with its viewers, and the page around it. */
export const preview = {
  kinds: {
    archive: 'Contents',
    hex: 'Hex',
    image: 'Image',
    markdown: 'Markdown',
    pdf: 'PDF',
    table: 'Table',
    text: 'Text',
  },
}

addMessages('preview', preview)

declare module '../i18n.ts' {
  interface Messages {
    preview: typeof preview
  }
}
