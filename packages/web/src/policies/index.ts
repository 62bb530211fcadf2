import { isPolicyOfAws } from '@cooperage/contract'
import { IconShieldLock } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { createUseCan, createUseDenied, useHasAdmin, useHasIam } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** The interface of policies for other features. */
export { usePoliciesOfAws } from './attach/use-policies-of-aws.ts'
export { bucketExposureKey, useExposureChange } from './exposure/scan-cache.ts'
export { START_TEXT as NEW_POLICY } from './start-text.ts'

/** The actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  createPolicy: 'admin:CreatePolicy',
  deletePolicy: 'admin:DeletePolicy',
  attachPolicy: 'admin:AttachUserOrGroupPolicy',
  createUser: 'admin:CreateUser',
  writeBucketPolicy: 's3:PutBucketPolicy',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useCan = createUseCan(PERMISSIONS)
export const useDenied = createUseDenied(PERMISSIONS)

/** Why the account can't save or delete a policy; undefined if it can. */
export function useChangesDenied(): (permission: 'createPolicy' | 'deletePolicy', name: string) => string | undefined {
  const t = useTexts('policies')
  const { createPolicy, deletePolicy } = useDenied('', 'createPolicy', 'deletePolicy')
  const hasIam = useHasIam()
  return useCallback(
    (permission, name) => {
      const ofAws = hasIam && isPolicyOfAws(name) ? t('details.ofAws') : undefined
      return { createPolicy, deletePolicy }[permission] ?? ofAws
    },
    [createPolicy, deletePolicy, hasIam, t],
  )
}

export const CreatePolicyModal = lazyPart(async () => (await import('./CreatePolicyModal.tsx')).CreatePolicyModal)
export const DeletePolicyDialog = lazyPart(async () => (await import('./DeletePolicyDialog.tsx')).DeletePolicyDialog)
export const SavePolicyDialog = lazyPart(async () => (await import('./SavePolicyDialog.tsx')).SavePolicyDialog)
export const PolicySimulator = lazyPart(async () => (await import('./simulator/PolicySimulator.tsx')).PolicySimulator)
export const ExposurePage = lazyPart(async () => (await import('./exposure/ExposurePage.tsx')).ExposurePage)
export const PolicyEditor = lazyPart(async () => (await import('./visual/PolicyEditor.tsx')).PolicyEditor)

export const GrantAccessDialog = lazyPart(async () => (await import('./grant/GrantAccessDialog.tsx')).GrantAccessDialog)

export const GrantedAccess = lazyPart(async () => (await import('./grant/GrantedAccess.tsx')).GrantedAccess)

function useHasAccounts(): boolean {
  return [useHasAdmin(), useHasIam()].includes(true)
}

/** Why the account can't grant access; undefined if it can, and null where the server has no accounts. */
export function useGrantDenied(): string | undefined | null {
  const denied = useDenied('', 'createPolicy', 'attachPolicy')
  return useHasAccounts() ? (denied.createPolicy ?? denied.attachPolicy) : null
}

/** Whether the account can grant access: false until that is known. */
export function useCanGrant(): boolean {
  const can = useCan('', 'createPolicy', 'attachPolicy')
  const hasAccounts = useHasAccounts()
  return hasAccounts && can.createPolicy === true && can.attachPolicy === true
}

export const SetPoliciesModal = lazyPart(async () => (await import('./attach/SetPoliciesModal.tsx')).SetPoliciesModal)
export const BucketPrincipals = lazyPart(
  async () => (await import('./principals/BucketPrincipals.tsx')).BucketPrincipals,
)
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
