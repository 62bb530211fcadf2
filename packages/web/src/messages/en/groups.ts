import { addMessages } from '../i18n.ts'

/** Groups of users. */
export const groups = {
  title: 'Groups',
  purpose: 'Manage the policies of several users together',
  create: 'Create Group',
  search: 'Search Groups',
  list: 'Groups',
  count_one: '{{number}} group',
  count_other: '{{number}} groups',
  columns: { name: 'Name', members: 'Members', policies: 'Policies', status: 'Status' },
  status: { enabled: 'Enabled', disabled: 'Disabled' },
  none: 'None',
  unknown: 'Unknown',
  gone: 'The group no longer exists.',
  policiesUnknown: 'Unknown while disabled',
  actions: {
    view: 'View',
    groups: 'Set Groups',
    policies: 'Set Policies',
    permissions: 'Permissions',
    delete: 'Delete',
  },
  permissions: 'Permissions of group {{name}}',
  ldap: {
    note: 'This storage server gets its users and groups from LDAP. Only groups with policies are listed. Set the policies of all LDAP users and groups there.',
    link: 'Policies of LDAP users and groups',
    reason: 'The storage server gets its groups from LDAP. Change them there.',
    emptyHint: 'LDAP groups are listed once they have a policy.',
  },
  emptyHint: 'Every member of a group has the policies of the group. Create one, then set its policies.',
  noGroups: 'There are no Groups yet.',
  noGroupsHint: 'Create one on the Groups page, then add users to it.',
  members: {
    edit: 'Edit Members',
    assign: 'Assign Users',
    column: 'Users',
    filter: 'Filter Users',
    noUsers: 'No Users Available',
    unlisted: 'Only the members are listed. {{reason}}',
    added: 'Will be added',
    removed: 'Will be removed',
  },
  form: {
    title: 'Edit Group {{name}}',
    name: 'Group Name',
    nameHint: 'For example: photo-editors. It can’t be changed later.',
    nameMissing: 'Enter a name first',
    enabled: 'Enabled',
    enabledHint: 'A disabled group keeps its members and policies.',
    disabledWarning:
      'While a group is disabled, its members can’t do anything, even if other groups or their own policies allow it.',
    ownWarning: 'You’re a member of this group. This change can take away your own access to this console.',
    unchanged: 'Nothing has changed',
    created: 'Group {{name}} was created.',
    saved: 'Group {{name}} was saved.',
  },
  deletion: {
    // Not that of the specification (decision 30).
    title: 'Delete Group',
    question: 'Delete the group {{name}}? This can’t be undone. No user is deleted.',
    members_one: 'The group has {{number}} member, who is removed first and loses the policies of the group.',
    members_other: 'The group has {{number}} members, who are removed first and lose the policies of the group.',
    policies: 'Policies of the group',
    removeAndDelete: 'Remove members and delete',
    unknown: 'Couldn’t read the members. The storage server refuses to delete a group that has some. {{message}}',
    deleted: 'Group {{name}} was deleted.',
  },
  setGroups: {
    title: 'Set Groups for {{name}}',
    titleMembers: 'Set Groups for the members of {{name}}',
    titleMany_one: 'Add {{number}} user to groups',
    titleMany_other: 'Add {{number}} users to groups',
    // The spelling of the specification (identity-and-settings 5).
    noneSelected: 'You need to select at least one group to assign',
    noMembers: 'The group has no members',
    add: 'Add to Groups',
    unchanged: 'Nothing has changed',
    saved: 'The groups of {{name}} were saved.',
    join: 'Will be added to',
    leave: 'Will be removed from',
    doneTitle: 'Users added to groups',
    done_one: '{{number}} user is now a member of these groups and has their policies:',
    done_other: '{{number}} users are now members of these groups and have their policies:',
    close: 'Done',
    users: 'Users',
  },
} as const

addMessages('groups', groups)

declare module '../i18n.ts' {
  interface Messages {
    groups: typeof groups
  }
}
