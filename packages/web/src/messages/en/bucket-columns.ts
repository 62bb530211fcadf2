import { messages } from '../messages.ts'

/** Columns of the list of buckets that are hidden at first. */
export const bucketColumns = messages('bucketColumns', {
  growth: 'Growth',
  noSample: 'There is no earlier sample to compare with yet',
  grownSince_one: '{{number}} object since {{date}}',
  grownSince_other: '{{number}} objects since {{date}}',
  growthFailed: 'Couldn’t load growth. {{message}}',
  versioning: 'Versioning',
  locking: 'Object locking',
  encryption: 'Encryption',
  access: 'Anonymous access',
  status: { Enabled: 'Enabled', Suspended: 'Suspended' },
  none: 'Off',
  private: 'None',
  unread: {
    denied: 'You don’t have permission to read the bucket policy (`{{permission}}`).',
    unreadable: 'The bucket policy can’t be parsed.',
    late: 'The storage server didn’t respond in time. Refresh the list.',
  },
})
