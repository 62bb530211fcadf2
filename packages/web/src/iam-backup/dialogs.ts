import { lazy } from 'react'

/** What is opened from the page is loaded then. */
const load = () => import('./loaded-dialogs.ts')

export const EntryDialog = lazy(async () => ({ default: (await load()).EntryDialog }))
export const ExportDialog = lazy(async () => ({ default: (await load()).ExportDialog }))
export const ImportDialog = lazy(async () => ({ default: (await load()).ImportDialog }))
