import { lazy } from 'react'

const load = () => import('./loaded-dialogs.ts')

export const CredentialsModal = lazy(async () => ({ default: (await load()).CredentialsModal }))
export const DetailsModal = lazy(async () => ({ default: (await load()).DetailsModal }))
export const RemoveTierDialog = lazy(async () => ({ default: (await load()).RemoveTierDialog }))
