import { messages } from '../messages.ts'

/** Columns of a folder that are hidden at first. */
export const objectColumns = messages('objectColumns', {
  storageClass: 'Storage class',
  tags: 'Tags',
  versions: 'Versions',
  moreThan: 'over {{number}}',
})
