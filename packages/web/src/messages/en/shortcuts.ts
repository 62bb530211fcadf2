import { messages } from '../messages.ts'

/** The dialog that lists the keyboard shortcuts. */
export const shortcuts = messages('shortcuts', {
  search: 'Search this page',
  help: 'Show keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'When off, only shortcuts with {{key}} work.',
})
