import { addMessages } from '../i18n.ts'

/** Public access: the page that scans buckets, policies and access keys. */
export const exposure = {
  intro:
    'Shows public buckets, policies that allow everything, and access keys that never expire, based on what you have permission to read.',
  scan: {
    running: 'Scanning buckets: {{done}} of {{total}}',
    starting: 'Loading the list of buckets',
    scanned: 'Scanned {{age}}',
    partly: 'Partly scanned: {{done}} of {{total}} buckets',
    again: 'Scan again',
  },
  buckets: {
    title: 'Public buckets',
    hint: 'Buckets whose policy allows anonymous access.',
    found: '{{number}} of {{total}}',
    search: 'Search public buckets',
    none_one: 'The scanned bucket doesn’t allow anonymous access.',
    none_other: 'None of the {{number}} scanned buckets allows anonymous access.',
    noneYet: 'None found so far.',
    noMatch: 'No public bucket has “{{search}}” in its name.',
    change: 'Change access',
    changeOf: 'Change access to {{bucket}}',
    more_one: 'Show {{count}} more',
    more_other: 'Show {{count}} more',
    wholeBucket: 'the bucket itself',
    kinds: { list: 'List', read: 'Read', write: 'Write', delete: 'Delete', settings: 'Settings' },
    kindHints: {
      list: 'Object names can be listed',
      read: 'Objects can be downloaded',
      write: 'Objects can be uploaded and overwritten',
      delete: 'Objects can be deleted',
      settings: 'Bucket settings can be read or changed',
    },
  },
  opening: {
    statement: 'Statement {{number}}',
    statementSid: 'Statement {{number}} ({{sid}})',
    limited: 'Limited by {{key}} ({{operator}}): {{values}}',
    except: 'Except for {{resources}}',
    narrowed: 'Partly denied, or denied conditionally, by:',
  },
  policies: {
    title: 'Policies that allow everything',
    hint: 'Anyone with one of these policies can access all data, or gain root access.',
    none: 'No policy allows everything.',
    open: 'Open policy',
    openOf: 'Open policy {{policy}}',
    fullAccess: { storage: 'All buckets and objects', administration: 'Full administration' },
    users: 'Users: {{names}}',
    groups: 'Groups: {{names}}',
    nobody: 'Not attached to any user or group.',
    andMore_one: 'and {{count}} more',
    andMore_other: 'and {{count}} more',
    attachmentsUnread: 'You don’t have permission to list the attachments ({{permission}}).',
    unreadable: 'These policies can’t be parsed: {{names}}',
  },
  keys: {
    title: 'Keys that never expire',
    hint: 'Access keys of service accounts that work until someone deletes them.',
    none: 'All scanned keys expire.',
    of: 'of {{parent}}',
    change: 'To set an expiry for a key:',
    yoursOnly: 'Only your own keys were scanned.',
    providers:
      'The storage server doesn’t list the keys of accounts from an identity provider, so they aren’t shown here.',
    denied: {
      everybody: 'You don’t have permission to list other users’ keys ({{permission}}).',
      you: 'You don’t have permission to list your own keys ({{permission}}).',
    },
    notOffered: {
      everybody: 'Other users’ keys aren’t shown because this storage server can’t list all keys.',
      you: 'Your own keys aren’t shown because this storage server can’t list them.',
    },
  },
  unread: {
    title: 'Not scanned',
    denied_one: 'You don’t have permission to read the policy of {{count}} bucket ({{permission}} on {{names}})',
    denied_other: 'You don’t have permission to read the policies of {{count}} buckets ({{permission}} on {{names}})',
    unreadable_one: 'The policy of {{count}} bucket can’t be parsed: {{names}}',
    unreadable_other: 'The policies of {{count}} buckets can’t be parsed: {{names}}',
    andMore_one: 'and {{number}} more',
    andMore_other: 'and {{number}} more',
  },
} as const

addMessages('exposure', exposure)

declare module '../i18n.ts' {
  interface Messages {
    exposure: typeof exposure
  }
}
