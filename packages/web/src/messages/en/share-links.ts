import { addMessages } from '../i18n.ts'

/** Links that outlive the session. */
export const shareLinks = {
  title: 'Share links',
  everyone: 'Links of all users',
  empty: 'No share links',
  emptyHint:
    'Share an object or a folder with someone who has no account, or let them upload files. You can revoke the link at any time.',
  count_one: '{{number}} link',
  count_other: '{{number}} links',
  usesOf: '{{uses}} of {{most}}',
  noneSelected: 'Select links first',
  columns: {
    name: 'Target',
    kind: 'Access',
    owner: 'User',
    uses: 'Uses',
    created: 'Created',
    expiry: 'Expires',
  },
  kinds: { download: 'Download', upload: 'Upload' },
  lockedKinds: { download: 'Download, with password', upload: 'Upload, with password' },
  kindHints: {
    download: 'Anyone with the link can download one object, or a folder as a zip archive.',
    upload: 'Anyone with the link can add files to a folder, without seeing what is in it.',
  },
  status: { active: 'Active', used: 'Used up', expired: 'Expired', revoked: 'Revoked, key not deleted yet' },
  create: {
    action: 'Create share link',
    title: 'Create share link',
    titleFor: 'Share',
    purpose:
      'The link works without an account, through this console, until it expires or you revoke it. Signing out doesn’t end it.',
    kind: 'The link allows',
    bucket: 'Bucket',
    path: 'Object or folder',
    pathHint: 'A folder ends with a slash. For example: photos/2027/',
    folder: 'Folder',
    folderHint: 'For example: inbox/. Leave it empty for the whole bucket.',
    life: 'Expires after',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    maxUses: 'Maximum number of downloads',
    maxUsesHint: 'Leave it empty for no limit. Downloads through a link with a limit can’t be resumed.',
    maxFiles: 'Maximum number of files',
    maxSize: 'Maximum file size',
    password: 'Password (optional)',
    passwordHint: 'At least {{count}} characters. Send it separately from the link.',
    sharedBy: 'Your name (optional)',
    sharedByHint: 'The page of the link says who shares it. It never shows the name of your account.',
    submit: 'Create link',
  },
  problems: {
    bucket: 'Enter a bucket',
    path: 'Enter an object or a folder',
    folder: 'A folder ends with a slash',
    name: 'Names with *, ? or ${ can’t be shared with a link, because policies can’t be limited to them',
    uses: 'Enter a number from 1 to 1,000,000',
    size: 'Enter a size of up to 5 GiB',
    password: 'The password is too short',
  },
  created: {
    title: 'Share link created',
    once: 'Copy the address now. It isn’t shown again; if you lose it, revoke the link and create another one.',
    address: 'Link',
    copy: 'Copy link',
    copied: 'Link copied',
    copyByHand: 'The browser doesn’t let this page copy. Select the link and copy it manually.',
    until: 'Works until {{time}}, or until you revoke it under Account, Share links.',
    loopback:
      '{{host}} is this machine, so the link doesn’t work anywhere else. Open the console at an address that others can reach, and create it there.',
    done: 'Done',
  },
  revoke: {
    action: 'Revoke',
    title_one: 'Revoke share link',
    title_other: 'Revoke {{number}} share links',
    note_one: 'The link stops working immediately, and downloads through it are aborted.',
    note_other: 'These links stop working immediately, and downloads through them are aborted.',
    done_one: 'The link is revoked',
    done_other: '{{number}} links are revoked',
    keysLeft_one: 'The link is revoked, but its access key couldn’t be deleted. Revoke it again later.',
    keysLeft_other: 'The links are revoked, but {{count}} access keys couldn’t be deleted. Revoke them again later.',
  },
} as const

addMessages('shareLinks', shareLinks)

declare module '../i18n.ts' {
  interface Messages {
    shareLinks: typeof shareLinks
  }
}
