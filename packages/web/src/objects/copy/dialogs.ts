import { lazy } from 'react'

/** Loaded when one is first opened. */
const load = () => import('./loaded-dialogs.ts')

export const CopyDialog = lazy(async () => ({ default: (await load()).CopyDialog }))
export const RenameDialog = lazy(async () => ({ default: (await load()).RenameDialog }))
