import { addMessages } from '../i18n.ts'

/** The visitor's own account and its service accounts. */
export const account = {
  title: 'Account',
  purpose: 'Access keys for programs that work on your behalf',
  onlyPage:
    'Your policies don’t allow any other page of this console. Ask an administrator to attach a policy to your user, for example readwrite.',
  list: 'Service Accounts',
  search: 'Search Service Accounts',
  create: 'Create service account',
  empty: 'No service accounts',
  emptyHint: 'A service account is an access key for a program. It can never do more than your account can.',
  count_one: '{{count}} service account',
  count_other: '{{count}} service accounts',
  columns: { accessKey: 'Access Key', name: 'Name', status: 'Status', policy: 'Policy', expiry: 'Expires' },
  status: { enabled: 'Enabled', disabled: 'Disabled' },
  policy: { restricted: 'Restricted', inherited: 'Same as your account' },
  never: 'Never',
  delete: {
    action: 'Delete',
    title: 'Delete service account {{accessKey}}',
    note: 'Programs that use this key lose access immediately. A deleted key can’t be restored.',
    done: 'Service account {{accessKey}} was deleted.',
  },
  form: {
    title: 'Create service account',
    submit: 'Create',
    name: 'Name',
    nameHint: 'Optional. For example: nightly-backup',
    nameWrong: 'Use up to 32 letters, digits, hyphens and underscores, starting with a letter.',
    description: 'Description',
    descriptionHint: 'Optional. What the key is used for, and by whom.',
    descriptionWrong: 'The description is too long. Use at most 256 bytes.',
    expires: 'Expires',
    expiresIn: { never: 'Never', days_one: 'In {{count}} day', days_other: 'In {{count}} days', date: 'On a date' },
    date: 'Expiry date',
    dateHint: 'The key works until the end of this day.',
    datePast: 'Choose today or a later day.',
    dateMissing: 'Choose the expiry date first',
    restrict: 'Restrict with a policy',
    restrictHint: 'Without one, the key can do everything that your account can do.',
    policy: 'Policy',
    policyMissing: 'Enter a policy, or turn off the restriction',
    fix: 'Correct the highlighted field first',
  },
  created: {
    title: 'New service account created',
    // The sentence of the specification (identity-and-settings 2).
    once: 'Write these down, as this is the only time the secret will be displayed.',
    accessKey: 'Access Key',
    secretKey: 'Secret Key',
    download: 'Download',
    done: 'Done',
  },
} as const

addMessages('account', account)

declare module '../i18n.ts' {
  interface Messages {
    account: typeof account
  }
}
