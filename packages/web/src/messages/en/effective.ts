import { addMessages } from '../i18n.ts'

/** Effective permissions: what several policies allow in combination. */
export const effective = {
  title: {
    me: 'Your effective permissions',
    user: 'Effective permissions of {{name}}',
    group: 'Effective permissions of members of {{name}}',
  },
  hint: 'Everything that the policies below allow, except what they explicitly deny.',
  hintGroup:
    'Everything that the policies of this group allow, except what they explicitly deny. Members can have other policies as well.',
  nothing: 'No policy allows access to anything.',
  buckets: 'Buckets and objects',
  administration: 'Administration',
  fullAccess: { storage: 'All buckets and objects', administration: 'Full administration of the server' },
  everywhere: 'All buckets and objects',
  kinds: { list: 'List', read: 'Read', write: 'Write', delete: 'Delete', settings: 'Settings' },
  kindHints: {
    list: 'List object names',
    read: 'Download objects',
    write: 'Upload and overwrite objects',
    delete: 'Delete objects',
    settings: 'View or change bucket settings, tags or retention',
  },
  conditionalKind: '{{kind}} (conditional)',
  conditional: 'Under a condition',
  narrowed: 'Partly denied',
  except: 'Except for {{resources}}',
  variables: 'Policy variables such as {{example}} stand for a value of each request or member.',
  more_one: 'Show {{count}} more',
  more_other: 'Show {{count}} more',
  areas: {
    users: 'Users',
    groups: 'Groups',
    policies: 'Policies',
    accessKeys: 'Other users’ access keys',
    buckets: 'Quotas and remote targets',
    tiers: 'Tiers',
    settings: 'Server settings',
    service: 'Restart, stop and update',
    monitoring: 'Monitoring and logs',
    drives: 'Drives, healing and pools',
    batch: 'Batch jobs',
    siteReplication: 'Site replication',
    backup: 'Export and import',
    encryption: 'Encryption keys',
    kms: 'Key management server',
  },
  levels: { full: 'View and change', view: 'View only', partial: 'Some actions: {{actions}}' },
  denials: 'Restricted by',
  policies: {
    title: 'Policies that apply',
    none: 'No policy is attached, directly or through a group.',
    noneOfGroup: 'No policy is attached to this group.',
    direct: 'Attached directly',
    group: 'Through group {{group}}',
    combined: 'Combined policy of {{attachedTo}} and its groups',
    unreadable: 'These statements can’t be interpreted: {{numbers}}',
    empty: 'The policy has no statements.',
  },
  statement: {
    label: 'Statement {{number}}',
    labelSid: 'Statement {{number}} ({{sid}})',
    of: 'Statement {{number}} of policy {{policy}}',
    ofCombined: 'Statement {{number}} of the combined policy',
    allow: 'Allows',
    deny: 'Denies',
    actions: '{{actions}} on {{resources}}',
    allActionsBut: 'every action except {{actions}} on {{resources}}',
    never: 'Never applies to this account, because of its condition.',
    condition: 'Only if {{key}} ({{operator}}): {{values}}',
    revoked: 'Everything that it allows is denied.',
    narrowedBy: 'Partly or fully denied by {{statements}}',
    json: 'JSON',
    jsonOf: 'JSON of {{statement}}',
  },
  disabled: {
    me: 'Your account is disabled.',
    user: 'This user is disabled: its keys are rejected. Its policies apply again when it is enabled.',
    group:
      'This group is disabled. While it is, its members have no permissions at all, not even from policies attached to them directly.',
    member:
      'The group {{group}} is disabled. While it is, its members have no permissions at all, not even from policies attached to them directly.',
  },
  other:
    'This account isn’t a user of the storage server. It is root, or an account of an identity provider, for which the server reports one combined policy.',
  combined:
    'You don’t have permission to read each of these policies, so this is based on the policy that the storage server combines from all of them.',
  unread: {
    title: 'Couldn’t be read',
    hint: 'These policies can allow or deny more than what is shown here.',
    included: 'These policies are included in the combined policy.',
    account: 'Which policies and groups: {{error}}',
  },
  check: 'Policy simulator',
  checkHide: 'Hide the policy simulator',
} as const

addMessages('effective', effective)

declare module '../i18n.ts' {
  interface Messages {
    effective: typeof effective
  }
}
