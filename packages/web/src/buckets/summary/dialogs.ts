import { lazyPart } from '../../shared/lazy-part.ts'

/** The settings that can be edited. */
export type SettingId = 'access' | 'versioning' | 'quota' | 'retention' | 'encryption' | 'tags' | 'cors'

export interface SettingModalsProps {
  setting: SettingId
  bucket: string
  onClose: () => void
}

/** The modals of the settings: they are larger than the summary. */
export const SettingModals = lazyPart(async () => (await import('./SettingModals.tsx')).SettingModals)
