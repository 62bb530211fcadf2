import { addMessages } from '../i18n.ts'

/** The dialog that attaches policies to users and groups. */
export const setPolicies = {
  title: { user: 'Set Policies for user {{name}}', group: 'Set Policies for group {{name}}' },
  titleMany: 'Set Policies for {{who}}',
  users_one: '{{number}} user',
  users_other: '{{number}} users',
  groups_one: '{{number}} group',
  groups_other: '{{number}} groups',
  and: '{{users}} and {{groups}}',
  list: 'Policies',
  search: 'Search Policies',
  empty: 'There are no Policies yet.',
  cut: 'Only the first {{limit}} of {{total}} policies are listed.',
  replacesAll: 'The selected policies replace the current policies of:',
  unchanged: 'Nothing has changed',
  attach: 'Will be attached',
  detach: 'Will be detached',
  clearsUser: 'The user keeps only the policies of its groups. Without any, the user can’t sign in to this console.',
  clearsGroup: 'The group will have no policies. Its members keep their own.',
  preview: {
    title: 'Changes to permissions',
    gained: 'Gained',
    lost: 'Lost',
    kept: 'Still allowed',
    same: 'The permissions stay the same.',
    failed: 'Couldn’t compare the permissions. {{message}}',
    failedFor: 'Couldn’t compare the permissions of {{names}}. {{message}}',
    comparing: 'Comparing the permissions…',
    left: '{{number}} of {{total}} are compared.',
    compareMore: 'Compare {{number}} more',
    disabled: {
      user: 'The user, or one of its groups, is disabled, so policies have no effect yet.',
      group: 'The group is disabled, so its members have no permissions until it’s enabled.',
    },
    unread: 'This isn’t complete, because these couldn’t be read: {{names}}.',
  },
  affected: 'Members that this affects',
  noMembers: 'The group has no members, so this affects no one yet.',
  own: 'You’re signed in with an account that this affects. Detaching {{policies}} can take away your own access to this console.',
  unknown:
    'The storage server doesn’t report the policies of {{names}} while disabled. Enable the group to change its policies.',
  missing: '{{names}} no longer exists.',
  rowAttach: 'attach {{policies}}',
  rowDetach: 'detach {{policies}}',
  rowUnchanged: 'unchanged',
  outcomes: 'Users and groups',
  saving: 'Saving',
  done: 'Saved',
  failed_one: 'Couldn’t save {{number}} of them.',
  failed_other: 'Couldn’t save {{number}} of them.',
  saved: 'The policies of {{name}} were saved.',
  savedMany: 'The policies of {{who}} were saved.',
} as const

addMessages('setPolicies', setPolicies)

declare module '../i18n.ts' {
  interface Messages {
    setPolicies: typeof setPolicies
  }
}
