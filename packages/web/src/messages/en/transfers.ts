import { addMessages } from '../i18n.ts'

/** Uploads under way. The texts in quotes of object-browser-and-tools 8 are kept as they are spelled there. */
export const transfers = {
  title: 'Uploads',
  running_one: 'Uploading {{number}} file',
  running_other: 'Uploading {{number}} files',
  finished_one: 'Uploaded {{number}} file',
  finished_other: 'Uploaded {{number}} files',
  pausedWith_one: 'Paused with {{number}} file to go',
  pausedWith_other: 'Paused with {{number}} files to go',
  ended: 'Uploads ended',
  progress: '{{done}} of {{total}}',
  speed: '{{speed}}/s',
  waiting: 'Waiting',
  done: 'Uploaded',
  cancelled: 'Cancelled',
  finishing: 'Storing',
  cancel: 'Cancel the upload of {{name}}',
  retry: 'Retry the upload of {{name}}',
  retryFailed: 'Retry failed',
  tryNow: 'Try now',
  cancelAll: 'Cancel all',
  clear: 'Clear the list',
  collapse: 'Show less',
  expand: 'Show the files',
  uploaded: 'Object(s) uploaded successfully.',
  failed: 'An error occurred while uploading the file(s).',
  nameProblem: 'The storage cannot hold this object name: {{reason}}.',
  notChecked: 'What is in the folder could not be read, so nothing was uploaded. Upload the files again.',
  failedOf: '{{number}} failed',
  doneOf: '{{number}} uploaded',
  cancelledOf: '{{number}} cancelled',
  conflict: {
    title: 'Replace {{name}}?',
    of: 'File {{number}} of {{total}} whose name is taken.',
    there: 'In the bucket',
    new: 'Your file',
    underWay: 'being uploaded',
    note: 'Overwriting replaces the object, except in a bucket with versioning, which keeps the old version.',
    all_one: 'Do the same with the other file',
    all_other: 'Do the same with the other {{number}} files',
    skip: 'Skip',
    keepBoth: 'Keep both',
    overwrite: 'Overwrite',
    cancel: 'Cancel the upload',
  },
} as const

addMessages('transfers', transfers)

declare module '../i18n.ts' {
  interface Messages {
    transfers: typeof transfers
  }
}
