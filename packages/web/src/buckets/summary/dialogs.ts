import { onDemand } from '../../shared/on-demand.ts'

/** The settings that can be edited. */
export type SettingId = 'access' | 'versioning' | 'quota' | 'retention' | 'encryption' | 'tags' | 'cors'

export interface SettingModalsProps {
  setting: SettingId
  bucket: string
  onClose: () => void
}

/** The modals, each loaded when it is first opened: they are larger than the summary. */
export const loadSettingModals = () => import('./SettingModals.tsx')

export const SettingModals = onDemand(async () => (await loadSettingModals()).SettingModals)
