import { messages } from '../messages.ts'

/** Opening a bucket, folder or object by typing its path. */
export const goTo = messages('goTo', {
  title: 'Go to path',
  path: 'Path',
  hint: 'For example: photos/2026/beach.jpg. Press Tab to accept the first suggestion.',
  placeholder: 'bucket/folder/object',
  missing: 'Enter a path first',
  go: 'Open path',
  suggestions: 'Suggestions',
  nothing: 'No matches.',
  more: 'There are more matches. Keep typing to narrow the suggestions.',
  unavailable: 'No suggestions: {{reason}} You can still enter the full path.',
  notThere: 'No object or folder has this path. Check the spelling, including upper and lower case.',
})
