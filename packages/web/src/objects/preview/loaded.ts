/** What index.ts loads, as one chunk. */

export { FolderPreview } from './FolderPreview.tsx'
export { ObjectPreview } from './ObjectPreview.tsx'
