import { lazy } from 'react'
import { onDemand } from '../shared/on-demand.ts'

/** The dialogs of policies, loaded when they are first opened, together with the editor. */
export const loadPolicyDialogs = () => import('./loaded-dialogs.ts')

export const CreatePolicyModal = onDemand(async () => (await loadPolicyDialogs()).CreatePolicyModal)
export const DeletePolicyDialog = onDemand(async () => (await loadPolicyDialogs()).DeletePolicyDialog)
export const SavePolicyDialog = onDemand(async () => (await loadPolicyDialogs()).SavePolicyDialog)
export const PolicySimulator = onDemand(async () => (await loadPolicyDialogs()).PolicySimulator)
export const ExposurePage = onDemand(async () => (await loadPolicyDialogs()).ExposurePage)
export const PolicyEditor = onDemand(async () => (await loadPolicyDialogs()).PolicyEditor)

/** Apart from the others: pages of users and groups open it, and it needs no editor. */
export const loadSetPoliciesModal = () => import('./attach/SetPoliciesModal.tsx')
export const SetPoliciesModal = onDemand(async () => (await loadSetPoliciesModal()).SetPoliciesModal)

/** Pages of users, groups and the account embed it, without the editor either. */
export const loadEffectivePermissions = () => import('./effective/EffectivePermissions.tsx')
export const EffectivePermissions = lazy(async () => ({
  default: (await loadEffectivePermissions()).EffectivePermissions,
}))
