import { lazy } from 'react'

/** The dialogs of a folder are loaded when one is opened first: they weigh more than its page. */
const load = () => import('./loaded-dialogs.ts')

export const CreateFolderModal = lazy(async () => ({ default: (await load()).CreateFolderModal }))
export const DeleteEntriesDialog = lazy(async () => ({ default: (await load()).DeleteEntriesDialog }))
export const ShareDialog = lazy(async () => ({ default: (await load()).ShareDialog }))
