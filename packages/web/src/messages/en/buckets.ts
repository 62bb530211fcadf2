import { addMessages } from '../i18n.ts'

/** The list of buckets and its dialogs. */
export const buckets = {
  title: 'Buckets',
  purpose: 'Where objects are kept',
  count_one: '{{count}} bucket',
  count_other: '{{count}} buckets',
  search: 'Search Buckets',
  create: 'Create Bucket',
  columns: { name: 'Name', created: 'Creation Date', objects: 'Objects', size: 'Size' },
  notCounted: 'Not counted yet',
  badge: {
    label: 'Public',
    open: 'Open without signing in: {{kinds}}',
    kinds: { list: 'list', read: 'read', write: 'write', delete: 'delete', settings: 'settings' },
  },
  figures: {
    counted: 'Sizes were counted {{age}}',
    read: 'Sizes as the storage server counted them last, read {{age}}',
    stale: 'They could not be read again. {{message}}',
    failed: 'Sizes could not be read. {{message}}',
    total_one: '{{size}} in {{number}} object',
    total_other: '{{size}} in {{number}} objects',
  },
  setReplication: 'Set Replication',
  setReplicationNone: 'Select buckets to replicate first',
  setReplicationNever: 'The storage server does not replicate buckets. MinIO does, and this button works with it.',
  setReplicationMany: 'No more than {{limit}} buckets can be set up at once',
  deleteSelected: 'Delete Selected',
  deleteSelectedNone: 'Select buckets to delete first',
  lacks: 'You lack {{action}}',
  empty: 'There are no Buckets yet.',
  emptyHint: 'A bucket is a named place for objects, like a drive. Create the first one to put files in.',
  emptyReadOnly: 'A bucket is a named place for objects, like a drive. Your policies do not let you create one.',
  places: {
    title: 'Named in your policies',
    hint: 'These places are open to you, though no list shows them. Whether they exist shows when you open them.',
  },
  actions: { view: 'View', empty: 'Empty', delete: 'Delete' },
  deletion: {
    title: 'Delete bucket {{name}}',
    note: 'A bucket can only be deleted if it is empty. Its settings are lost.',
    deleted: 'Bucket {{name}} was deleted.',
    withContent: 'Delete Everything in It, Too',
    titleMany_one: 'Delete {{number}} bucket',
    titleMany_other: 'Delete {{number}} buckets',
    noteMany: 'A bucket can only be deleted if it is empty. Its settings are lost. Those that are not empty stay.',
    list: 'Buckets to delete',
    deleting: 'Deleting',
    done: 'Deleted',
    failed_one: '{{number}} bucket could not be deleted.',
    failed_other: '{{number}} buckets could not be deleted.',
    more_one: 'and {{number}} more',
    more_other: 'and {{number}} more',
    deletedMany_one: '{{number}} bucket was deleted.',
    deletedMany_other: '{{number}} buckets were deleted.',
  },
} as const

addMessages('buckets', buckets)

declare module '../i18n.ts' {
  interface Messages {
    buckets: typeof buckets
  }
}
