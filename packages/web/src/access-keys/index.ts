import { IconKey } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that pages check before they offer something. For the user's own keys only changes need one. */
const PERMISSIONS = {
  createKey: 'admin:CreateServiceAccount',
  changeKey: 'admin:UpdateServiceAccount',
  deleteKey: 'admin:RemoveServiceAccount',
  readGarageKey: 'garage:GetKeyInfo',
  createGarageKey: 'garage:CreateKey',
  updateGarageKey: 'garage:UpdateKey',
  deleteGarageKey: 'garage:DeleteKey',
} as const

export const useDenied = createUseDenied(PERMISSIONS)

/** The access keys of an account, for the pages of accounts. */
export const AccessKeyList = lazyPart(async () => (await import('./AccessKeyList.tsx')).AccessKeyList)

export const CreateServiceAccountModal = lazyPart(
  async () => (await import('./CreateServiceAccountModal.tsx')).CreateServiceAccountModal,
)
export const EditAccessKeyModal = lazyPart(async () => (await import('./EditAccessKeyModal.tsx')).EditAccessKeyModal)
export const ChangeKeysDialog = lazyPart(async () => (await import('./ChangeKeysDialog.tsx')).ChangeKeysDialog)
export const GarageKeys = lazyPart(async () => (await import('./GarageKeys.tsx')).GarageKeys)
export const RevokeDialog = lazyPart(async () => (await import('./RevokeDialog.tsx')).RevokeDialog)

export const feature: Feature = {
  pages: { '/access-keys': async () => (await import('./AccessKeysPage.tsx')).AccessKeysPage },
  menu: {
    label: 'accessKeys',
    group: 'admin',
    position: 50,
    page: '/access-keys',
    icon: IconKey,
  },
}
