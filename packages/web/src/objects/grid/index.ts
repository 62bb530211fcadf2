import { onDemand } from '../../shared/on-demand.ts'

/** A folder as a grid, loaded when it is first shown. */
export const FolderGrid = onDemand(async () => (await import('./FolderGrid.tsx')).FolderGrid)
