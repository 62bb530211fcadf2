import { messages } from '../messages.ts'

/** Emptying a bucket, including before it is deleted. */
export const emptyBucket = messages('emptyBucket', {
  title: 'Empty bucket {{name}}',
  titleDelete: 'Delete Bucket {{name}} with its contents',
  note: 'All objects will be deleted, with all their versions and delete markers, and incomplete uploads will be aborted. The bucket and its settings will be kept.',
  noteDelete:
    'All objects will be deleted, with all their versions and delete markers, and incomplete uploads will be aborted. Then the bucket and its settings will be deleted.',
  irreversible: 'This can’t be undone. Versions under retention or legal hold are kept and listed.',
  confirm: 'Empty bucket',
  confirmDelete: 'Delete bucket and contents',
  stop: 'Stop deleting',
  resume: 'Resume deleting',
  running: 'Deleting the contents. Keep this page open.',
  stopped: 'Stopped. Deletions already in progress may still complete.',
  interrupted: 'The deletion was interrupted. Resume it to delete the rest.',
  incomplete: 'Some objects couldn’t be deleted.',
  incompleteDelete: 'Some objects couldn’t be deleted, so the bucket was kept.',
  deleted_one: '{{number}} version or delete marker deleted.',
  deleted_other: '{{number}} versions and delete markers deleted.',
  uploads_one: '{{number}} incomplete upload aborted.',
  uploads_other: '{{number}} incomplete uploads aborted.',
  failed_one: '{{number}} couldn’t be deleted.',
  failed_other: '{{number}} couldn’t be deleted.',
  failures: 'Not deleted',
  version: 'Version {{id}}',
  more_one: 'and {{number}} more',
  more_other: 'and {{number}} more',
  emptied: 'Bucket {{name}} was emptied.',
})
