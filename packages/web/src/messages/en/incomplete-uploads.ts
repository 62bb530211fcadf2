import { addMessages } from '../i18n.ts'

/** Uploads that were begun and neither finished nor aborted. */
export const incompleteUploads = {
  title: 'Unfinished Uploads',
  purpose: 'Parts of uploads that nobody has finished. They take space, and no list of objects shows them.',
  minioNote:
    'MinIO tells only of those that were begun since its server started. All uploads of one object are found by its exact name.',
  columns: { name: 'Object', id: 'Upload ID', started: 'Started' },
  search: 'Exact Name of an Object',
  find: 'Find',
  findFirst: 'Type the name of an object first',
  all: 'Show All',
  table: 'Unfinished uploads of {{bucket}}',
  row: '{{name}}, upload {{id}}',
  abort: 'Abort',
  abortSelected: 'Abort Selected',
  selectFirst: 'Select uploads to abort first',
  count_one: '{{number}} unfinished upload',
  count_other: '{{number}} unfinished uploads',
  soFar: '{{summary}} so far',
  selected: '{{summary}} · {{number}} selected',
  empty: 'No unfinished uploads',
  emptyHint: 'Every upload to this bucket was finished or aborted, as far as the server tells.',
  emptyOfOne: 'This object has none. Its name has to be typed whole, with its folders.',
  question_one: 'Abort the upload of {{name}}',
  question_other: 'Abort {{number}} uploads',
  lost: 'The parts that have arrived are deleted. An upload that is still under way breaks off.',
  job_one: 'Aborting the upload of {{name}}',
  job_other: 'Aborting {{number}} uploads',
  progress_one: '{{number}} aborted',
  progress_other: '{{number}} aborted',
  done_one: 'The upload was aborted.',
  done_other: 'The uploads were aborted.',
} as const

addMessages('incompleteUploads', incompleteUploads)

declare module '../i18n.ts' {
  interface Messages {
    incompleteUploads: typeof incompleteUploads
  }
}
