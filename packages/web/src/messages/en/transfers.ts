import { addMessages } from '../i18n.ts'

/** Running uploads. Texts quoted in object-browser-and-tools 8 keep their spelling. */
export const transfers = {
  title: 'Uploads',
  preparing_one: 'Reading {{number}} file',
  preparing_other: 'Reading {{number}} files',
  running_one: 'Uploading {{number}} file',
  running_other: 'Uploading {{number}} files',
  finished_one: 'Uploaded {{number}} file',
  finished_other: 'Uploaded {{number}} files',
  pausedWith_one: 'Paused with {{number}} file left',
  pausedWith_other: 'Paused with {{number}} files left',
  ended: 'Uploads ended',
  progress: '{{done}} of {{total}}',
  speed: '{{speed}}/s',
  timeLeft: '{{time}} left',
  waiting: 'Waiting',
  paused: 'Paused · {{progress}}',
  pausedForFile: 'Choose the file again · {{progress}}',
  inOtherTab: 'Uploading in another tab',
  done: 'Uploaded',
  canceled: 'Canceled',
  finishing: 'Storing',
  pause: 'Pause the upload of {{name}}',
  resume: 'Resume the upload of {{name}}',
  chooseAgain: 'Choose {{name}} again to resume its upload',
  cancel: 'Cancel the upload of {{name}}',
  retry: 'Retry the upload of {{name}}',
  retryFailed: 'Retry failed uploads',
  tryNow: 'Retry now',
  pauseAll: 'Pause all uploads',
  resumeAll: 'Resume all uploads',
  cancelAll: 'Cancel all uploads',
  clear: 'Clear list',
  collapse: 'Show less',
  expand: 'Show files',
  uploaded: 'Object(s) uploaded successfully.',
  failed: 'An error occurred while uploading the file(s).',
  reason: 'Why the upload of {{name}} failed',
  nameProblem: 'This isn’t a valid object name: {{reason}}.',
  tooLarge: 'The file is larger than 50 TiB, the largest object.',
  unreadable: 'The file can’t be read: it was changed, moved or deleted. Choose it again.',
  otherFile: 'This isn’t the file whose upload was started. Choose that one, or cancel the upload.',
  otherChecksum: 'The stored object differs from the file. Upload it again.',
  otherTab: 'Another tab is uploading this object. Wait until it’s done, or cancel it there.',
  notChecked: 'Couldn’t read the folder, so nothing was uploaded. Upload the files again.',
  failedOf: '{{number}} failed',
  doneOf: '{{number}} uploaded',
  canceledOf: '{{number}} canceled',
  conflict: {
    title: 'Replace {{name}}?',
    of: 'File {{number}} of {{total}} with a name that is already taken.',
    there: 'In the bucket',
    new: 'Your file',
    underWay: 'uploading',
    note: 'Overwriting replaces the object. A versioned bucket keeps the old version.',
    all_one: 'Do the same for the other file',
    all_other: 'Do the same for the other {{number}} files',
    skip: 'Skip',
    keepBoth: 'Keep both',
    overwrite: 'Overwrite',
    cancel: 'Cancel upload',
  },
} as const

addMessages('transfers', transfers)

declare module '../i18n.ts' {
  interface Messages {
    transfers: typeof transfers
  }
}
