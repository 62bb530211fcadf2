import { messages } from '../messages.ts'

export const copyButton = messages('copyButton', {
  label: 'Copy {{what}}',
  done: 'Copied to clipboard',
  refused: 'The browser doesn’t let this page copy. Select the text and copy it manually.',
})
