import { lazyPart } from '../../shared/lazy-part.ts'

/** The previews of objects, loaded when one is first opened. */
export const FolderPreview = lazyPart(async () => (await import('./FolderPreview.tsx')).FolderPreview)
export const ObjectPreview = lazyPart(async () => (await import('./ObjectPreview.tsx')).ObjectPreview)
