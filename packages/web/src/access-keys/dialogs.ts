import { onDemand } from '../shared/on-demand.ts'

/** The dialogs of access keys are loaded when one is opened first: they bring the policy editor along. */
export const loadKeyDialogs = () => import('./loaded-dialogs.ts')

export const CreateServiceAccountModal = onDemand(async () => (await loadKeyDialogs()).CreateServiceAccountModal)
export const EditAccessKeyModal = onDemand(async () => (await loadKeyDialogs()).EditAccessKeyModal)
export const ChangeKeysDialog = onDemand(async () => (await loadKeyDialogs()).ChangeKeysDialog)
export const RevokeDialog = onDemand(async () => (await loadKeyDialogs()).RevokeDialog)
