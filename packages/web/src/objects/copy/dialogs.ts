import { lazy } from 'react'

/** Loaded when one is opened first. */
const load = () => import('./loaded-dialogs.ts')

export const CopyDialog = lazy(async () => ({ default: (await load()).CopyDialog }))
export const RenameDialog = lazy(async () => ({ default: (await load()).RenameDialog }))
