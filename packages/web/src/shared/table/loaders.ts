/** What changes columns; loaded when somebody is about to. */
export const loadColumnList = async () => (await import('./ColumnList.tsx')).ColumnList
export const loadColumnEdge = async () => (await import('./ColumnEdge.tsx')).ColumnEdge
export const loadKeepLayout = async () => (await import('./layout-changes.ts')).keepLayout

export const columnLoaders = [loadColumnList, loadColumnEdge]
