import { AccessModal } from './AccessModal.tsx'
import { CorsModal } from './CorsModal.tsx'
import { EncryptionModal } from './EncryptionModal.tsx'
import { QuotaModal } from './QuotaModal.tsx'
import { RetentionModal } from './RetentionModal.tsx'
import type { SettingId, SettingModalProps } from './settings.ts'
import { TagsModal } from './TagsModal.tsx'
import { VersioningModal } from './VersioningModal.tsx'

const MODALS = {
  access: AccessModal,
  versioning: VersioningModal,
  quota: QuotaModal,
  retention: RetentionModal,
  encryption: EncryptionModal,
  tags: TagsModal,
  cors: CorsModal,
} satisfies Record<SettingId, unknown>

interface SettingModalsProps extends SettingModalProps {
  setting: SettingId
}

/** The modal of a setting. A setting can be edited once it is loaded, so each modal finds its value in the cache. */
export function SettingModals({ setting, bucket, onClose }: SettingModalsProps) {
  const Modal = MODALS[setting]
  return <Modal bucket={bucket} onClose={onClose} />
}
