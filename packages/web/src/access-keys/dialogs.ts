import { lazy } from 'react'

/** The dialogs of access keys are loaded when one is opened first: they bring the policy editor along. */
export const loadKeyDialogs = () => import('./loaded-dialogs.ts')

export const CreateServiceAccountModal = lazy(async () => ({
  default: (await loadKeyDialogs()).CreateServiceAccountModal,
}))
export const EditAccessKeyModal = lazy(async () => ({ default: (await loadKeyDialogs()).EditAccessKeyModal }))
export const ChangeKeysDialog = lazy(async () => ({ default: (await loadKeyDialogs()).ChangeKeysDialog }))
export const RevokeDialog = lazy(async () => ({ default: (await loadKeyDialogs()).RevokeDialog }))
