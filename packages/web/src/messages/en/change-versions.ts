import { addMessages } from '../i18n.ts'

/** Folders restored to a time, deleted objects brought back, noncurrent versions deleted. */
export const changeVersions = {
  menu: 'Versions',
  undeleteEntry: 'Restore deleted objects',
  noncurrentEntry: 'Delete noncurrent versions',
  restoreButton: 'Restore',
  restoreSelected: 'Restore selected',
  many_one: '{{number}} item in {{place}}',
  many_other: '{{number}} items in {{place}}',
  countFirst: 'Wait until the objects are counted',
  counts: 'Preview',
  countsSoFar: 'Counting what will happen',
  copied_one: '{{number}} object is restored to its version from that time ({{size}} to copy)',
  copied_other: '{{number}} objects are restored to their versions of that time ({{size}} to copy)',
  marked_one: '{{number}} object that didn’t exist then is deleted with a delete marker',
  marked_other: '{{number}} objects that didn’t exist then are deleted with delete markers',
  unchanged_one: '{{number}} object stays as it is',
  unchanged_other: '{{number}} objects stay as they are',
  undeleted_one: '{{number}} object is restored',
  undeleted_other: '{{number}} objects are restored',
  removed_one: '{{number}} version is deleted permanently ({{size}})',
  removed_other: '{{number}} versions are deleted permanently ({{size}})',
  locked_one: '{{number}} version is kept by a legal hold or retention',
  locked_other: '{{number}} versions are kept by a legal hold or retention',
  refused_one: '{{number}} object can’t be restored',
  refused_other: '{{number}} objects can’t be restored',
  newer_one: '{{number}} object has changed since then and is skipped',
  newer_other: '{{number}} objects have changed since then and are skipped',
  also_one: '{{number}} problem was found: {{message}}',
  also_other: '{{number}} problems were found, for example: {{message}}',
  nothing: 'Nothing to do',
  progress_one: '{{number}} changed',
  progress_other: '{{number}} changed',
  restore: {
    title: 'Restore {{name}} to {{moment}}',
    note: 'Earlier versions are copied, and all versions are kept. To undo a restore, rewind to a time before it and restore that.',
    locks: 'The copies don’t have the legal hold or retention of the versions they’re copied from.',
    submit: 'Restore',
    job: 'Restoring {{name}} to {{moment}}',
    done: 'Restored to {{moment}}: {{name}}.',
  },
  undelete: {
    title: 'Restore deleted objects: {{name}}',
    since: 'Deleted since',
    sinceHint: 'Leave empty to restore all deleted objects. Time zone: {{zone}}',
    note: 'The delete markers are removed, so the versions below them are the latest again.',
    submit: 'Restore',
    job: 'Restoring deleted objects: {{name}}',
    done: 'Deleted objects were restored: {{name}}.',
  },
  noncurrent: {
    title: 'Delete noncurrent versions: {{name}}',
    days: 'Noncurrent for more than this number of days',
    daysHint:
      'A version becomes noncurrent when a newer one, or a delete marker, replaces it. 0 deletes all noncurrent versions.',
    daysWrong: 'Enter a whole number of days from 0 to 36,500',
    note: 'The latest version of each object is kept. This can’t be undone.',
    submit: 'Delete',
    job: 'Deleting noncurrent versions: {{name}}',
    done: 'Noncurrent versions were deleted: {{name}}.',
  },
} as const

addMessages('changeVersions', changeVersions)

declare module '../i18n.ts' {
  interface Messages {
    changeVersions: typeof changeVersions
  }
}
