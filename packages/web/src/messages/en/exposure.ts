import { addMessages } from '../i18n.ts'

/** What stands open: the page that looks through buckets, policies and keys. */
export const exposure = {
  intro:
    'What can be reached without signing in, which policies hold nothing back, and which keys never end. It is worked out from what you may read.',
  scan: {
    running: 'Looking at buckets: {{done}} of {{total}}',
    starting: 'Reading the list of buckets',
    scanned: 'Scanned {{age}}',
    partly: 'Scanned in part: {{done}} of {{total}} buckets',
    again: 'Scan Again',
  },
  buckets: {
    title: 'Open to everybody',
    hint: 'Buckets whose policy lets requests in that nobody has signed.',
    found: '{{number}} of {{total}}',
    search: 'Search Open Buckets',
    none_one: 'The bucket that was looked at lets nobody in without signing in.',
    none_other: 'None of the {{number}} buckets that were looked at lets anybody in without signing in.',
    noneYet: 'Nothing so far.',
    noMatch: 'No open bucket has “{{search}}” in its name.',
    change: 'Change Access',
    changeOf: 'Change access to {{bucket}}',
    more_one: 'Show {{count}} more',
    more_other: 'Show {{count}} more',
    wholeBucket: 'the bucket itself',
    kinds: { list: 'List', read: 'Read', write: 'Write', delete: 'Delete', settings: 'Settings' },
    kindHints: {
      list: 'names of objects can be listed',
      read: 'objects can be downloaded',
      write: 'objects can be stored and overwritten',
      delete: 'objects can be deleted',
      settings: 'settings of the bucket can be read or changed',
    },
  },
  opening: {
    statement: 'Statement {{number}}',
    statementSid: 'Statement {{number}} ({{sid}})',
    limited: 'Limited to {{key}} ({{operator}}): {{values}}',
    except: 'Except for {{resources}}',
    narrowed: 'Taken back in part, or under a condition, by:',
  },
  policies: {
    title: 'Policies that allow everything',
    hint: 'Whoever has one can reach all data, or can make itself root.',
    none: 'No policy allows everything.',
    open: 'Open Policy',
    openOf: 'Open policy {{policy}}',
    powers: { storage: 'Every bucket and object', administration: 'The whole administration' },
    users: 'Users: {{names}}',
    groups: 'Groups: {{names}}',
    nobody: 'No user and no group has it.',
    andMore_one: 'and {{count}} more',
    andMore_other: 'and {{count}} more',
    holdersUnread: 'Who has it could not be read: you lack {{permission}}.',
    unreadable: 'These policies cannot be understood: {{names}}',
  },
  keys: {
    title: 'Keys without an end',
    hint: 'Access keys of service accounts that work until somebody deletes them.',
    none: 'Every key that was looked at has an end.',
    of: 'of {{parent}}',
    change: 'A key is given an end with:',
    yoursOnly: 'Only your own keys were looked at.',
    providers:
      'Keys of accounts that an identity provider knows stand in no list of the storage server, so not here either.',
    denied: {
      everybody: 'Keys of others could not be read: you lack {{permission}}.',
      you: 'Your own keys could not be read: you lack {{permission}}.',
    },
    notOffered: {
      everybody: 'Keys of others could not be read: this storage server has no list of all keys.',
      you: 'Your own keys could not be read: this storage server does not list them.',
    },
  },
  unread: {
    title: 'Could not be read',
    denied_one: 'The policy of {{count}} bucket: you lack {{permission}} on {{names}}',
    denied_other: 'The policies of {{count}} buckets: you lack {{permission}} on {{names}}',
    unreadable_one: 'The policy of {{count}} bucket cannot be understood: {{names}}',
    unreadable_other: 'The policies of {{count}} buckets cannot be understood: {{names}}',
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
