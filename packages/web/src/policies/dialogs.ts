import { lazy } from 'react'

/** The dialogs of policies, loaded when they are first opened, together with the editor. */
export const loadPolicyDialogs = () => import('./loaded-dialogs.ts')

export const CreatePolicyModal = lazy(async () => ({ default: (await loadPolicyDialogs()).CreatePolicyModal }))
export const DeletePolicyDialog = lazy(async () => ({ default: (await loadPolicyDialogs()).DeletePolicyDialog }))
export const SavePolicyDialog = lazy(async () => ({ default: (await loadPolicyDialogs()).SavePolicyDialog }))
export const PolicySimulator = lazy(async () => ({ default: (await loadPolicyDialogs()).PolicySimulator }))
export const ExposurePage = lazy(async () => ({ default: (await loadPolicyDialogs()).ExposurePage }))
export const PolicyEditor = lazy(async () => ({ default: (await loadPolicyDialogs()).PolicyEditor }))

/** Apart from the others: pages of users and groups open it, and it needs no editor. */
export const loadSetPoliciesModal = () => import('./attach/SetPoliciesModal.tsx')
export const SetPoliciesModal = lazy(async () => ({ default: (await loadSetPoliciesModal()).SetPoliciesModal }))

/** Pages of users, groups and the account embed it, without the editor either. */
export const loadEffectivePermissions = () => import('./effective/EffectivePermissions.tsx')
export const EffectivePermissions = lazy(async () => ({
  default: (await loadEffectivePermissions()).EffectivePermissions,
}))
