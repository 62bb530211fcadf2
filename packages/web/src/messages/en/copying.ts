import { addMessages } from '../i18n.ts'

/** Copies, moves and renames of objects and folders. */
export const copying = {
  copy: {
    title: 'Copy {{name}}',
    manyTitle: 'Copy {{number}} items from {{place}}',
    submit: 'Copy',
    note: 'The latest version goes with its metadata, tags and storage class. Legal hold and retention stay behind.',
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
    note: 'The latest version goes with its metadata, tags and storage class. Each object is deleted here once its copy is there, and only if it is still what was copied.',
    markers: 'This bucket keeps versions: a delete marker takes the place of what goes, and its versions stay.',
    job: 'Moving {{name}}',
    jobMany: 'Moving {{number}} items from {{place}}',
    progress_one: '{{number}} moved',
    progress_other: '{{number}} moved',
    done_one: '{{number}} object moved to {{place}}.',
    done_other: '{{number}} objects moved to {{place}}.',
  },
  stays: 'The copy is in its place, but the object could not be deleted here. {{message}}',
  skipped_one: '{{number}} was left out, since its name is taken.',
  skipped_other: '{{number}} were left out, since their names are taken.',
  to: {
    bucket: 'Bucket',
    bucketsUnread: 'The buckets cannot be listed: {{message}}',
    folder: 'Folder',
    folderHint: 'Nothing means the bucket itself. A folder that is not there yet is made by what is put in it.',
    problem: 'The storage cannot hold this folder name: {{reason}}.',
    list: 'Folders in {{place}}',
    up: 'Up',
    none: 'No folders in here',
    noMatch: 'No folder begins like this',
    unread: 'The folders cannot be listed: {{message}} Type the path instead.',
    more: 'More folders may be there than are listed. Type the path of another.',
    reading: 'Reading folders',
    same: 'They are in this folder already. Choose another',
    within: 'A folder cannot be put into itself. Choose another folder',
    lacks: 'You lack {{action}} on {{resource}}',
  },
  existing: {
    label: 'Where a name is taken',
    skip: 'Leave the object out',
    skipHint: 'What is there stays, and so does what is here.',
    overwrite: 'Replace what is there',
    overwriteHint: 'It is lost, unless its bucket keeps versions.',
    keep_both: 'Keep both',
    keep_bothHint: 'The new one gets a number: photo (1).jpg.',
    taken_one: '{{number}} of the names is taken there.',
    taken_other: '{{number}} of the names are taken there.',
  },
  rename: {
    title: 'Rename {{name}}',
    name: 'New Name',
    submit: 'Rename',
    missing: 'Enter a name first',
    same: 'Enter another name than the one it has',
    slash: 'A name has no slash. Move puts it into another folder',
    problem: 'The storage cannot hold this name: {{reason}}.',
    note: 'The storage copies the object to the new name, and then deletes the old one. Links to the old name end.',
    folderNote: 'The storage copies each object below the folder to its new name, and then deletes the old one.',
    job: 'Renaming {{name}}',
    done: '{{name}} is now {{newName}}.',
  },
} as const

addMessages('copying', copying)

declare module '../i18n.ts' {
  interface Messages {
    copying: typeof copying
  }
}
