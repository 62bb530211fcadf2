import { messages } from '../messages.ts'

/** The dialogs that delete buckets. */
export const bucketDeletion = messages('bucketDeletion', {
  title: 'Delete Bucket {{name}}',
  note: 'A bucket can only be deleted if it is empty. Its settings will be deleted too.',
  deleted: 'Bucket {{name}} was deleted.',
  counted_one: 'This bucket has {{number}} object, as last counted.',
  counted_other: 'This bucket has {{number}} objects, as last counted.',
  withContent: 'Delete with contents',
  titleMany_one: 'Delete {{number}} bucket',
  titleMany_other: 'Delete {{number}} buckets',
  noteMany:
    'A bucket can only be deleted if it is empty. Its settings will be deleted too. Buckets that aren’t empty will be kept.',
  list: 'Buckets to delete',
  deleting: 'Deleting',
  done: 'Deleted',
  failed_one: 'Couldn’t delete {{number}} bucket.',
  failed_other: 'Couldn’t delete {{number}} buckets.',
  deletedMany_one: '{{number}} bucket was deleted.',
  deletedMany_other: '{{number}} buckets were deleted.',
})
