import { lazyPart } from '../../shared/lazy-part.ts'

/** A folder as a grid, loaded when it is first shown. */
export const FolderGrid = lazyPart(async () => (await import('./FolderGrid.tsx')).FolderGrid)
