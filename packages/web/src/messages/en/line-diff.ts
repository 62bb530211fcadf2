import { messages } from '../messages.ts'

export const lineDiff = messages('lineDiff', {
  added: 'added',
  removed: 'removed',
  skipped_one: '{{count}} unchanged line',
  skipped_other: '{{count}} unchanged lines',
})
