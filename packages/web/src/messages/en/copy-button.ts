import { addMessages } from '../i18n.ts'

export const copyButton = {
  label: 'Copy {{what}}',
  done: 'Copied to clipboard',
  refused: 'The browser doesn’t let this page copy. Select the text and copy it manually.',
} as const

addMessages('copyButton', copyButton)

declare module '../i18n.ts' {
  interface Messages {
    copyButton: typeof copyButton
  }
}
