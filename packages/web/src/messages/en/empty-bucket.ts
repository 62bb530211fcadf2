import { addMessages } from '../i18n.ts'

/** Emptying a bucket, also on the way to deleting it. */
export const emptyBucket = {
  title: 'Empty bucket {{name}}',
  titleDelete: 'Delete bucket {{name}} with everything in it',
  note: 'Every object goes, with all its versions and delete markers and with uploads that were not finished. The bucket and its settings stay.',
  noteDelete:
    'Every object goes, with all its versions and delete markers and with uploads that were not finished. Then the bucket itself goes, and its settings.',
  irreversible: 'Nothing of it comes back. What is locked by retention or a legal hold stays, and is named.',
  confirm: 'Empty Bucket',
  confirmDelete: 'Delete Everything',
  stop: 'Stop',
  goOn: 'Go On',
  running: 'Deleting what is in it. Keep this page open.',
  stopped: 'Stopped. What was under way may be gone as well.',
  interrupted: 'This was interrupted. What is gone stays gone; the rest can go on from here.',
  incomplete: 'Not everything could be deleted.',
  incompleteDelete: 'Not everything could be deleted, so the bucket stays.',
  deleted_one: '{{number}} version or delete marker is gone.',
  deleted_other: '{{number}} versions and delete markers are gone.',
  uploads_one: '{{number}} unfinished upload is gone.',
  uploads_other: '{{number}} unfinished uploads are gone.',
  failed_one: '{{number}} could not be deleted.',
  failed_other: '{{number}} could not be deleted.',
  failures: 'What could not be deleted',
  version: 'Version {{id}}',
  more_one: 'and {{number}} more',
  more_other: 'and {{number}} more',
  emptied: 'Bucket {{name}} was emptied.',
} as const

addMessages('emptyBucket', emptyBucket)

declare module '../i18n.ts' {
  interface Messages {
    emptyBucket: typeof emptyBucket
  }
}
