import { messages } from '../messages.ts'

/** The chooser of actions of policies. */
export const policyActions = messages('policyActions', {
  search: 'Search actions',
  patternHint: 'Type a pattern such as s3:Get* and press Enter to add it as it is.',
  addPattern: 'Add {{pattern}}',
  others: 'Patterns and other actions',
  remove: 'Remove {{name}}',
  chosen: '{{number}} of {{total}}',
  none: 'No action matches',
  groups: {
    objectsRead: 'Objects: read',
    objectsChange: 'Objects: change',
    bucketsRead: 'Buckets: list and read',
    bucketsChange: 'Buckets: change',
    admin: 'Administration',
    kms: 'Key management',
    sts: 'All services, and security tokens',
  },
})
