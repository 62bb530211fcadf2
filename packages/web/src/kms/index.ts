import { KMS_FEATURE } from '@cooperage/contract'
import { IconLock } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that the pages check before they offer something. */
export const useDenied = createUseDenied({
  createKey: 'kms:CreateKey',
  deleteKey: 'kms:DeleteKey',
  importKey: 'kms:ImportKey',
  testKey: 'kms:KeyStatus',
} as const)

export const CreateKeyModal = lazyPart(async () => (await import('./CreateKeyModal.tsx')).CreateKeyModal)
export const DeleteKeyDialog = lazyPart(async () => (await import('./DeleteKeyDialog.tsx')).DeleteKeyDialog)
export const TestKeyDialog = lazyPart(async () => (await import('./TestKeyDialog.tsx')).TestKeyDialog)

const page = async () => (await import('./KmsPage.tsx')).KmsPage

export const feature: Feature = {
  pages: { '/kms/status': page, '/kms/keys': page, '/kms/import': page },
  menu: {
    label: 'kms',
    group: 'admin',
    position: 75,
    page: '/kms/status',
    otherPages: ['/kms/keys', '/kms/import'],
    below: '/kms',
    icon: IconLock,
    feature: KMS_FEATURE,
  },
}
