import { lazy } from 'react'

/** The dialogs of the account are loaded when one is opened first. */
const load = () => import('./loaded-dialogs.ts')

export const ChangePasswordModal = lazy(async () => ({ default: (await load()).ChangePasswordModal }))
export const SignOutEverywhereDialog = lazy(async () => ({ default: (await load()).SignOutEverywhereDialog }))
