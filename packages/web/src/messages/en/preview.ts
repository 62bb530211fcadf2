import { addMessages } from '../i18n.ts'

/** Previews of objects: the frame with its viewers, and the page around it. */
export const preview = {
  kinds: {
    hex: 'Hex',
    image: 'Image',
    pdf: 'PDF',
  },
}

addMessages('preview', preview)

declare module '../i18n.ts' {
  interface Messages {
    preview: typeof preview
  }
}
