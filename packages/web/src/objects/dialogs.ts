import { lazy } from 'react'

/** The dialogs of a folder, each loaded when it is first opened: they are larger than its page. */
const load = () => import('./loaded-dialogs.ts')

export const CreateFolderModal = lazy(async () => ({ default: (await load()).CreateFolderModal }))
export const DeleteEntriesDialog = lazy(async () => ({ default: (await load()).DeleteEntriesDialog }))
export const ShareDialog = lazy(async () => ({ default: (await load()).ShareDialog }))
