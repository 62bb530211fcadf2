import { addMessages } from '../i18n.ts'

/** The list of buckets and its dialogs. */
export const buckets = {
  title: 'Buckets',
  purpose: 'Create and configure buckets',
  count_one: '{{count}} bucket',
  count_other: '{{count}} buckets',
  search: 'Search Buckets',
  create: 'Create Bucket',
  columns: { name: 'Name', created: 'Creation Date', objects: 'Objects', size: 'Size' },
  notCounted: 'Not calculated yet',
  badge: {
    label: 'Public',
    open: 'Anonymous access: {{kinds}}',
    kinds: { list: 'list', read: 'read', write: 'write', delete: 'delete', settings: 'settings' },
  },
  figures: {
    counted: 'Sizes calculated {{age}}',
    read: 'Sizes as last calculated by the storage server, loaded {{age}}',
    stale: 'They couldn’t be refreshed. {{message}}',
    failed: 'Couldn’t load sizes. {{message}}',
    total_one: '{{size}} in {{number}} object',
    total_other: '{{size}} in {{number}} objects',
  },
  setReplication: 'Set Replication',
  setReplicationNone: 'Select buckets to replicate first',
  setReplicationNever: 'This storage server doesn’t support bucket replication. MinIO does.',
  setReplicationMany: 'You can set up at most {{limit}} buckets at a time',
  deleteSelected: 'Delete Selected',
  deleteSelectedNone: 'Select buckets to delete first',
  empty: 'There are no Buckets yet.',
  emptyHint: 'A bucket is a container for objects. Create one to store your files.',
  emptyReadOnly: 'A bucket is a container for objects. You don’t have permission to create one (s3:CreateBucket).',
  folders: {
    title: 'In your policies',
    hint: 'Your policies allow access to these buckets and folders, but not to the list of buckets. Some of them may not exist.',
  },
  actions: { view: 'View', empty: 'Empty', delete: 'Delete' },
  deletion: {
    title: 'Delete bucket {{name}}',
    note: 'A bucket can only be deleted if it is empty. Its settings are deleted too.',
    deleted: 'Bucket {{name}} was deleted.',
    counted_one: 'This bucket has {{number}} object, as last counted.',
    counted_other: 'This bucket has {{number}} objects, as last counted.',
    withContent: 'Delete with contents',
    titleMany_one: 'Delete {{number}} bucket',
    titleMany_other: 'Delete {{number}} buckets',
    noteMany:
      'A bucket can only be deleted if it is empty. Its settings are deleted too. Buckets that aren’t empty are kept.',
    list: 'Buckets to delete',
    deleting: 'Deleting',
    done: 'Deleted',
    failed_one: 'Couldn’t delete {{number}} bucket.',
    failed_other: 'Couldn’t delete {{number}} buckets.',
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
