import { messages } from '../messages.ts'

/** Anonymous access rules by prefix. */
export const anonymousRules = messages('anonymousRules', {
  label: 'Anonymous access rules',
  columns: { prefix: 'Prefix', access: 'Access' },
  wholeBucket: 'Whole bucket',
  access: { readonly: 'Read only', writeonly: 'Write only', readwrite: 'Read and write' },
  accessHints: {
    readonly: 'Anyone can list and download objects.',
    writeonly: 'Anyone can upload, overwrite and delete objects, but not list them.',
    readwrite: 'Anyone can list, download, upload, overwrite and delete objects.',
  },
  add: 'Add access rule',
  edit: 'Edit',
  delete: 'Delete',
  count_one: '{{count}} rule',
  count_other: '{{count}} rules',
  empty: 'No anonymous access rules',
  emptyHint: 'A rule makes a folder or the whole bucket public: anyone who can reach the storage server has access.',
  emptyCustom: 'This bucket has a custom policy',
  emptyCustomHint: 'View and edit it in the policy editor.',
  custom: 'CUSTOM',
  others_one:
    'Statement {{numbers}} of the bucket policy isn’t an access rule. It may allow more, or deny what a rule allows. Changing rules here doesn’t change it.',
  others_other:
    'Statements {{numbers}} of the bucket policy aren’t access rules. They may allow more, or deny what a rule allows. Changing rules here doesn’t change them.',
  openEditor: 'Open policy editor',
  form: {
    titleAdd: 'Add access rule to {{bucket}}',
    titleEdit: 'Edit access rule of {{bucket}}',
    prefix: 'Prefix',
    prefixHint: 'For example: public/. Leave empty for the whole bucket.',
    notFolder: 'Without a trailing slash, the rule also applies to other names that start with this.',
    access: 'Access',
    problems: {
      wildcard: 'A prefix can’t contain *, ? or policy variables',
      slash: 'Object names don’t start with a slash. Remove it',
      long: 'The prefix is too long',
      taken: 'This prefix already has a rule. Edit that rule instead',
    },
    unchanged: 'Choose a different access first',
    saved: 'The access rule was saved.',
  },
  deletion: {
    title: 'Delete access rule of {{bucket}}',
    question: 'This rule will no longer allow anonymous access to {{place}}: {{access}}.',
    others: 'Broader rules and other policy statements may still allow anonymous access.',
    deleted: 'The access rule was deleted.',
  },
})
