/** The interface of share links for other features. */
import { onDemand } from '../shared/on-demand.ts'

export { CreateLinkDialog } from './dialogs.ts'
export const ShareLinkList = onDemand(async () => (await import('./ShareLinkList.tsx')).ShareLinkList)
