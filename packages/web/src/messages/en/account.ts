import { messages } from '../messages.ts'

/** The account of the signed-in user. */
export const account = messages('account', {
  title: 'Account',
  purpose: 'Access keys, permissions and sessions of {{account}}',
  purposeIam: 'Access keys and permissions of {{account}}',
  onlyPage:
    'Your policies don’t allow any other page of this console. Ask an administrator to attach a policy to your user, for example readwrite.',
  tabs: {
    keys: 'Service Accounts',
    permissions: 'Permissions',
    sessions: 'Sessions',
    factors: 'Second factors',
    links: 'Share links',
  },
  password: {
    title: 'Change Password',
    current: 'Current password',
    new: 'New password',
    again: 'Retype new password',
    save: 'Save',
    incomplete: 'Fill in all three fields first',
    // The sentences of the specification (identity-and-settings 5 and 8).
    tooShort: 'Passwords must be at least 8 characters long',
    noMatch: "New passwords don't match",
    changed: 'Your password was changed',
    stays:
      'You can no longer sign in with the old password. Sessions that are already open stay signed in, and access keys keep working.',
    advice: 'If someone else may know the old password, sign out everywhere and check your access keys.',
    done: 'Done',
    elsewhere: {
      root: 'Root’s password can’t be changed here. It’s in the configuration of the storage server: in MINIO_ROOT_PASSWORD for MinIO, or in the file root-credentials of the data folder for the embedded engine.',
      external: 'An identity provider manages your account. Change your password there.',
      denied:
        'You don’t have permission to change your password (admin:CreateUser). Ask an administrator to change it.',
    },
  },
  sessions: {
    list: 'Sessions',
    end: '{{way}}. This session ends on {{time}}. Sign in again before then to stay signed in.',
    what: 'Every sign-in creates temporary keys, and so do programs that use STS. The keys of a session stay valid for a day after it ends, so that transfers can finish.',
    incomplete: 'The storage server doesn’t list the sessions of your account, so only this one is shown.',
    current: 'This session',
    empty: 'No sessions',
    count_one: '{{count}} session',
    count_other: '{{count}} sessions',
    columns: { accessKey: 'Temporary access key', expiry: 'Keys expire' },
  },
  everywhere: {
    action: 'Sign out everywhere',
    title: 'Sign out everywhere',
    ends: 'This ends all sessions of your account, including this one: in every browser and console, and of programs that use temporary keys. Links shared from these sessions stop working.',
    stays: 'Your password and your access keys don’t change.',
    done: 'You signed out everywhere. All sessions of your account have ended.',
  },
})
