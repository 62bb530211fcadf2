import { onDemand } from '../shared/on-demand.ts'

/** The dialogs of a folder, each loaded when it is first opened: they are larger than its page. */
const load = () => import('./loaded-dialogs.ts')
const loadForSelection = () => import('./selection-dialogs.ts')

export const CommandsDialog = onDemand(async () => (await load()).CommandsDialog)
export const CreateFolderModal = onDemand(async () => (await load()).CreateFolderModal)
export const DeleteEntriesDialog = onDemand(async () => (await load()).DeleteEntriesDialog)
export const FolderDownloadDialog = onDemand(async () => (await loadForSelection()).FolderDownloadDialog)
export const LinkListDialog = onDemand(async () => (await loadForSelection()).LinkListDialog)
export const ShareDialog = onDemand(async () => (await load()).ShareDialog)
