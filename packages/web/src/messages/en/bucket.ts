/** The pages of one bucket. */
export const bucket = {
  tabs: {
    label: 'Settings of the bucket',
    summary: 'Summary',
    events: 'Events',
    replication: 'Replication',
    lifecycle: 'Lifecycle',
    access: 'Audit Access',
  },
  browse: 'Browse Objects',
  lacks: 'You lack the permission {{action}} on {{bucket}}. An administrator can grant it.',
  access: {
    label: 'Who reaches the bucket',
    policies: 'Policies',
    users: 'Users',
    policyName: 'Name',
    accessKey: 'Access Key',
    view: 'View',
    noPolicies: 'No policy reaches this bucket',
    noPoliciesHint: 'Policies that name the bucket, or all buckets, stand here, whether or not anybody has them.',
    noUsers: 'No user reaches this bucket',
    noUsersHint: 'Users stand here who have a policy of their own that names the bucket, or all buckets.',
    policyCount_one: '{{count}} policy',
    policyCount_other: '{{count}} policies',
    userCount_one: '{{count}} user',
    userCount_other: '{{count}} users',
  },
} as const
