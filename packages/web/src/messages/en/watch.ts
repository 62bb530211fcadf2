import { messages } from '../messages.ts'

/** The watch page. */
export const watch = messages('watch', {
  title: 'Watch',
  purpose: 'Changes to a bucket, as they happen',
  filters: 'What to watch',
  bucket: 'Bucket',
  // Spec object-browser-and-tools 2.
  selectBucket: 'Select Bucket',
  prefix: 'Prefix',
  furtherPrefix: 'Prefix {{number}}',
  addPrefix: 'Add prefix',
  suffix: 'Suffix',
  events: 'Events',
  kinds: { put: 'Written', get: 'Read', delete: 'Removed' },
  start: 'Start',
  stop: 'Stop',
  noBucket: 'Select a bucket first.',
  noEvent: 'Choose at least one kind of event.',
  locked: 'Stop watching to change what is shown.',
  search: 'Search events',
  empty: 'No Changes at this time',
  notStartedHint: 'Select a bucket, then start watching.',
  runningHint:
    'Changes appear here automatically. MinIO releases since October 2025 send them only when several have accumulated, so the first ones can be delayed.',
  count_one: '{{number}} event',
  count_other: '{{number}} events',
  columns: { time: 'Time', size: 'Size', type: 'Type', path: 'Path', client: 'Client', accessKey: 'Access key' },
})
