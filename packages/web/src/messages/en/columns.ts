import { messages } from '../messages.ts'

/** The list in which the columns of a table are chosen. */
export const columns = messages('columns', {
  title: 'Columns',
  up: 'Move {{column}} up',
  down: 'Move {{column}} down',
  narrower: 'Make {{column}} narrower',
  wider: 'Make {{column}} wider',
  reset: 'Reset columns',
})
