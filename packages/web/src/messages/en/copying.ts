import { addMessages } from '../i18n.ts'

/** Copies, moves and renames of objects and folders. */
export const copying = {
  copy: {
    title: 'Copy {{name}}',
    manyTitle: 'Copy {{number}} items from {{place}}',
    submit: 'Copy',
    note: 'Copies the latest version with its metadata, tags and storage class. Legal hold and retention aren’t copied.',
    job: 'Copying {{name}}',
    jobMany: 'Copying {{number}} items from {{place}}',
    progress_one: '{{number}} copied',
    progress_other: '{{number}} copied',
    done_one: '{{number}} object copied to {{place}}.',
    done_other: '{{number}} objects copied to {{place}}.',
  },
  move: {
    title: 'Move {{name}}',
    manyTitle: 'Move {{number}} items from {{place}}',
    submit: 'Move',
    note: 'Moves the latest version with its metadata, tags and storage class. Each object is deleted here after it’s copied, and only if it hasn’t changed in the meantime.',
    markers: 'This bucket is versioned: moved objects get a delete marker, and their versions are kept.',
    job: 'Moving {{name}}',
    jobMany: 'Moving {{number}} items from {{place}}',
    progress_one: '{{number}} moved',
    progress_other: '{{number}} moved',
    done_one: '{{number}} object moved to {{place}}.',
    done_other: '{{number}} objects moved to {{place}}.',
  },
  stays: 'The object was copied, but the original couldn’t be deleted. {{message}}',
  skipped_one: '{{number}} was skipped because its name is taken.',
  skipped_other: '{{number}} were skipped because their names are taken.',
  to: {
    bucket: 'Bucket',
    bucketsUnread: 'Couldn’t list the buckets: {{message}}',
    folder: 'Folder',
    folderHint: 'Leave empty for the bucket itself. Missing folders are created.',
    problem: 'This isn’t a valid folder name: {{reason}}.',
    list: 'Folders in {{place}}',
    up: 'Parent folder',
    none: 'No folders here',
    noMatch: 'No folder starts with this',
    unread: 'Couldn’t list the folders: {{message}} Enter the path instead.',
    more: 'There may be more folders than are listed. Enter the path of another one.',
    reading: 'Loading folders',
    same: 'The objects are already in this folder. Choose another one',
    within: 'A folder can’t be moved into itself. Choose another one',
  },
  existing: {
    label: 'If a name is taken',
    skip: 'Skip the object',
    skipHint: 'Neither object is changed.',
    overwrite: 'Overwrite the existing object',
    overwriteHint: 'It’s lost, unless its bucket is versioned.',
    keep_both: 'Keep both',
    keep_bothHint: 'The new object gets a number, for example: photo (1).jpg',
    taken_one: '{{number}} of the names is already taken there.',
    taken_other: '{{number}} of the names are already taken there.',
  },
  version: {
    title: 'Copy a version of {{name}}',
    hint: 'Copies version {{id}}.',
    slash: 'A name can’t contain a slash. Enter the folder above.',
    problem: 'This isn’t a valid name: {{reason}}.',
    itself: 'To make this version the latest one of the same object, use Restore. Choose another name or folder',
    taken: 'The name is already taken there.',
    note: 'Copies this version with its metadata, tags and storage class. Legal hold and retention aren’t copied.',
    job: 'Copying a version of {{name}}',
    done: 'The version of {{name}} was copied to {{place}}.',
  },
  rename: {
    title: 'Rename {{name}}',
    name: 'New name',
    submit: 'Rename',
    missing: 'Enter a name first',
    same: 'Enter a different name',
    slash: 'A name can’t contain a slash. Use Move to change the folder.',
    problem: 'This isn’t a valid name: {{reason}}.',
    note: 'The object is copied to the new name, then the old one is deleted. Links to the old name stop working.',
    folderNote: 'Each object in the folder is copied to its new name, then the old one is deleted.',
    job: 'Renaming {{name}}',
    done: '{{name}} was renamed to {{newName}}.',
  },
} as const

addMessages('copying', copying)

declare module '../i18n.ts' {
  interface Messages {
    copying: typeof copying
  }
}
