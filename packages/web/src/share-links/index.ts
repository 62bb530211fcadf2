import { createUseCan } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** The interface of share links for other features. */
export const ShareLinkList = lazyPart(async () => (await import('./ShareLinkList.tsx')).ShareLinkList)

/** What listing and revoking the links of others requires; your own links require nothing. */
const PERMISSIONS = {
  listOthers: 'admin:ListServiceAccounts',
  revokeOthers: 'admin:RemoveServiceAccount',
} as const

export const useCan = createUseCan(PERMISSIONS)

export const CreateLinkDialog = lazyPart(async () => (await import('./CreateLinkDialog.tsx')).CreateLinkDialog)
export const ShareDialog = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog)
export const RevokeLinksDialog = lazyPart(async () => (await import('./RevokeLinksDialog.tsx')).RevokeLinksDialog)

/** Links that outlive the session: part of the account page and of the object browser. */
export const feature: Feature = {
  pages: {},
  parts: [ShareDialog.load],
}
