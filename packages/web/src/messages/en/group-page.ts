import { messages } from '../messages.ts'

/** The page of one group. */
export const groupPage = messages('groupPage', {
  tabs: {
    label: 'Group pages',
    members: 'Members',
    policies: 'Policies',
    grants: 'Granted access',
    permissions: 'Permissions',
  },
  summary: 'Summary',
  changed: 'Changed',
  edit: 'Edit Group',
  members: {
    search: 'Search members',
    empty: 'No members',
    emptyHint: 'The members of a group have its policies. Add users to the group.',
    count_one: '{{count}} member',
    count_other: '{{count}} members',
  },
  policies: {
    search: 'Search Policies',
    empty: 'No policies attached',
    emptyHint: 'The members of the group have only their own policies and those of their other groups.',
    unknownHint: 'The storage server doesn’t report the policies of a disabled group.',
    count_one: '{{count}} policy',
    count_other: '{{count}} policies',
  },
  missing: { title: 'Group not found', back: 'Back to groups' },
})
