import { addMessages } from '../i18n.ts'

/** Access without signing in, by prefix. */
export const anonymousRules = {
  label: 'Anonymous access rules',
  columns: { prefix: 'Prefix', access: 'Access' },
  wholeBucket: 'Whole bucket',
  access: { readonly: 'Read only', writeonly: 'Write only', readwrite: 'Read and Write' },
  accessHints: {
    readonly: 'Anybody may list and download the objects.',
    writeonly: 'Anybody may store objects, overwrite them and delete them, without seeing the list.',
    readwrite: 'Anybody may list, download, store, overwrite and delete the objects.',
  },
  add: 'Add Access Rule',
  edit: 'Edit',
  delete: 'Delete',
  lacks: 'You lack {{action}}',
  count_one: '{{count}} rule',
  count_other: '{{count}} rules',
  empty: 'No rule lets anybody in without signing in.',
  emptyHint: 'A rule opens a folder, or the whole bucket, to everybody who reaches the storage.',
  emptyCustom: 'The policy of this bucket is none of rules',
  emptyCustomHint: 'It can be seen and changed in its editor.',
  custom: 'CUSTOM',
  others_one:
    'Statement {{numbers}} of the bucket’s policy is no such rule. It may open more, or take back what a rule gives. It stays as it is when rules are changed here.',
  others_other:
    'Statements {{numbers}} of the bucket’s policy are no such rules. They may open more, or take back what a rule gives. They stay as they are when rules are changed here.',
  openEditor: 'Open Policy Editor',
  form: {
    titleAdd: 'Add Access Rule: {{bucket}}',
    titleEdit: 'Edit Access Rule: {{bucket}}',
    prefix: 'Prefix',
    prefixHint: 'For example public/. Leave it empty for the whole bucket.',
    notFolder: 'Without a slash at the end it also holds for other names that begin so.',
    access: 'Access',
    problems: {
      wildcard: 'A prefix is taken as it is: leave out *, ? and policy variables',
      slash: 'Names of objects do not begin with a slash: leave it out',
      long: 'The prefix is too long',
      taken: 'This prefix has a rule already: edit that one',
    },
    unchanged: 'Choose another access first',
    saved: 'The access rule was saved.',
  },
  deletion: {
    title: 'Delete access rule of {{bucket}}',
    question: 'Nobody may reach {{place}} by this rule any more: {{access}}.',
    others: 'Wider rules and other statements of the policy may still let strangers in.',
    deleted: 'The access rule was deleted.',
  },
} as const

addMessages('anonymousRules', anonymousRules)

declare module '../i18n.ts' {
  interface Messages {
    anonymousRules: typeof anonymousRules
  }
}
