import { IconShieldLock } from '@tabler/icons-react'
import { createUseCan, createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** The interface of policies for other features. */
export { bucketExposureKey, useExposureChange } from './exposure/scan-cache.ts'
export { START_TEXT as NEW_POLICY } from './start-text.ts'

/** The actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  createPolicy: 'admin:CreatePolicy',
  deletePolicy: 'admin:DeletePolicy',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useCan = createUseCan(PERMISSIONS)
export const useDenied = createUseDenied(PERMISSIONS)

export const CreatePolicyModal = lazyPart(async () => (await import('./CreatePolicyModal.tsx')).CreatePolicyModal)
export const DeletePolicyDialog = lazyPart(async () => (await import('./DeletePolicyDialog.tsx')).DeletePolicyDialog)
export const SavePolicyDialog = lazyPart(async () => (await import('./SavePolicyDialog.tsx')).SavePolicyDialog)
export const PolicySimulator = lazyPart(async () => (await import('./simulator/PolicySimulator.tsx')).PolicySimulator)
export const ExposurePage = lazyPart(async () => (await import('./exposure/ExposurePage.tsx')).ExposurePage)
export const PolicyEditor = lazyPart(async () => (await import('./editor/PolicyEditor.tsx')).PolicyEditor)

export const SetPoliciesModal = lazyPart(async () => (await import('./attach/SetPoliciesModal.tsx')).SetPoliciesModal)
export const EffectivePermissions = lazyPart(
  async () => (await import('./effective/EffectivePermissions.tsx')).EffectivePermissions,
)

export const feature: Feature = {
  pages: {
    '/policies': async () => (await import('./PoliciesPage.tsx')).PoliciesPage,
    '/policies/$policyName': async () => (await import('./PolicyPage.tsx')).PolicyPage,
  },
  menu: {
    label: 'policies',
    group: 'admin',
    position: 40,
    page: '/policies',
    icon: IconShieldLock,
  },
}
