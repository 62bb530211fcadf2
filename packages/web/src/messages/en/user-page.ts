import { addMessages } from '../i18n.ts'

/** The page of one user and its dialogs. */
export const userPage = {
  tabs: {
    label: 'User pages',
    groups: 'Groups',
    'service-accounts': 'Service Accounts',
    policies: 'Policies',
    permissions: 'Permissions',
  },
  facts: {
    label: 'Summary',
    status: 'Status',
    enabled: 'Enabled',
    disabled: 'Disabled',
    groups: 'Groups',
    policies: 'Policies',
    updated: 'Policies changed',
    never: 'Never',
  },
  toggle: 'Enabled',
  toggleOwn: 'You can’t disable your own user',
  enabled: 'User {{name}} was enabled.',
  disabled: 'User {{name}} was disabled. Its keys are rejected.',
  delete: 'Delete User',
  deleteOwn: 'You can’t delete your own user',
  changePassword: 'Change Password',
  changePasswordOwn: 'Change your own password on the account page',
  addToGroups: 'Add to Groups',
  assignPolicies: 'Assign Policies',
  setPolicies: 'Set Policies',
  groups: {
    list: 'Groups',
    search: 'Search Groups',
    name: 'Name',
    empty: 'Not in any group',
    emptyHint: 'The members of a group have the policies of the group.',
    count_one: '{{count}} group',
    count_other: '{{count}} groups',
  },
  policies: {
    list: 'Policies',
    search: 'Search Policies',
    name: 'Name',
    view: 'View',
    empty: 'No policies attached',
    emptyHint: 'The user has only the policies of its groups. The Permissions tab shows what they allow.',
    hint: 'These policies are attached to the user directly. The Permissions tab also shows those of its groups.',
    count_one: '{{count}} policy',
    count_other: '{{count}} policies',
  },
  missing: { title: 'User not found', back: 'Back to Users' },
  password: {
    title: 'Change User Password: {{name}}',
    note: 'The old password stops working immediately. Access keys of the user keep working.',
    new: 'New Password',
    confirm: 'Confirm New Password',
    // The sentence of the specification (identity-and-settings 5).
    tooShort: 'Passwords must be at least 8 characters long',
    missing: 'Enter a new password first',
    confirmMissing: 'Repeat the new password',
    mismatch: 'The passwords don’t match',
    signOut: 'End open sessions',
    signOutHint:
      'Otherwise, open sessions last until they expire. Ending them also revokes other temporary credentials of the user.',
    changed: 'The password of {{name}} was changed.',
    changedSignedOut: 'The password of {{name}} was changed, and its sessions were ended.',
    onlyChanged:
      'The password was changed, but the open sessions of the user weren’t ended. Try again, or close the dialog.',
    endSessions: 'End sessions',
  },
} as const

addMessages('userPage', userPage)

declare module '../i18n.ts' {
  interface Messages {
    userPage: typeof userPage
  }
}
