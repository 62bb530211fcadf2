import { messages } from '../messages.ts'

/** Uploads that were started and neither completed nor aborted. */
export const incompleteUploads = messages('incompleteUploads', {
  title: 'Incomplete uploads',
  purpose:
    'Multipart uploads that were started but never completed or aborted. Their parts use storage, but aren’t shown in any list of objects.',
  minioNote:
    'MinIO lists only uploads that were started since the server started. To find all uploads of one object, search for its exact name.',
  columns: { name: 'Object', id: 'Upload ID', started: 'Started' },
  search: 'Exact object name',
  find: 'Find uploads',
  findFirst: 'Enter an object name first',
  all: 'Show all uploads',
  table: 'Incomplete uploads of {{bucket}}',
  row: '{{name}}, upload {{id}}',
  abort: 'Abort upload',
  abortSelected: 'Abort selected uploads',
  count_one: '{{number}} incomplete upload',
  count_other: '{{number}} incomplete uploads',
  soFar: '{{summary}} so far',
  empty: 'No incomplete uploads',
  emptyHint: 'The server reports no incomplete uploads in this bucket.',
  emptyOfOne: 'This object has no incomplete uploads. Check that you entered its full name, including folders.',
  question_one: 'Abort the upload of {{name}}',
  question_other: 'Abort {{number}} uploads',
  lost: 'The parts uploaded so far will be deleted. An upload that is still in progress will fail.',
  job_one: 'Aborting the upload of {{name}}',
  job_other: 'Aborting {{number}} uploads',
  progress_one: '{{number}} aborted',
  progress_other: '{{number}} aborted',
  done_one: 'The upload was aborted.',
  done_other: 'The uploads were aborted.',
})
