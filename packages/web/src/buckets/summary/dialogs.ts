import { lazy } from 'react'

/** The settings that can be edited. */
export type SettingId = 'access' | 'versioning' | 'quota' | 'retention' | 'encryption' | 'tags' | 'cors'

export interface SettingModalsProps {
  setting: SettingId
  bucket: string
  onClose: () => void
}

/** The modals are loaded when one is opened first: they weigh more than the summary. */
export const loadSettingModals = () => import('./SettingModals.tsx')

export const SettingModals = lazy(async () => ({ default: (await loadSettingModals()).SettingModals }))
