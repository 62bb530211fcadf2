import { messages } from '../messages.ts'

/** The list of buckets and its dialogs. */
export const buckets = messages('buckets', {
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
  setReplicationNever: 'This storage server doesn’t support bucket replication. MinIO does.',
  setReplicationMany: 'You can set up at most {{limit}} buckets at a time',
  deleteSelected: 'Delete Selected',
  empty: 'There are no Buckets yet.',
  emptyHint: 'A bucket is a container for objects. Create one to store your files.',
  emptyReadOnly: 'A bucket is a container for objects. You don’t have permission to create one (s3:CreateBucket).',
  folders: {
    title: 'In your policies',
    hint: 'Your policies allow access to these buckets and folders, but not to the list of buckets. Some of them may not exist.',
  },
  actions: { view: 'View', access: 'Who can do what', grant: 'Grant access', empty: 'Empty', delete: 'Delete' },
})
