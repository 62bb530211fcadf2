import { lazy } from 'react'

const load = () => import('./loaded-dialogs.ts')

export const ResetDialog = lazy(async () => ({ default: (await load()).ResetDialog }))
export const TestWebhookDialog = lazy(async () => ({ default: (await load()).TestWebhookDialog }))
