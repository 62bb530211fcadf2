import { onDemand } from '../shared/on-demand.ts'

/** The dialogs of the account are loaded when one is opened first. */
const load = () => import('./loaded-dialogs.ts')

export const ChangePasswordModal = onDemand(async () => (await load()).ChangePasswordModal)
export const SignOutEverywhereDialog = onDemand(async () => (await load()).SignOutEverywhereDialog)
