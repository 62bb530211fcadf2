import { messages } from '../messages.ts'

/** The deleted objects below a folder. */
export const deletedObjects = messages('deletedObjects', {
  show: 'Show deleted objects',
  hide: 'Show current objects',
  below: 'Deleted objects in {{place}} and its sub-folders that can be restored',
  columns: { name: 'Name', deleted: 'Deleted', by: 'Deleted by', size: 'Size' },
  anonymous: 'Anonymous',
  unknown: 'Not in the audit log',
  restore: 'Restore',
  open: 'Open versions',
  restoreSelected: 'Restore selected',
  scanning_one: 'Reading versions: {{number}} so far',
  scanning_other: 'Reading versions: {{number}} so far',
  empty: 'No deleted objects',
  emptyHint: 'An object that is deleted in a bucket with versioning is listed here until its versions are deleted too.',
})
