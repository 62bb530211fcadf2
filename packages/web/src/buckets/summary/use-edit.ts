import { permissionError } from '@cooperage/contract'
import { PERMISSIONS, type Permission, useCan } from '../permissions.ts'
import type { CardEdit } from './SettingCard.tsx'

/** The edit action of a card; where the account lacks the permission it says which. */
export function useEdit(bucket: string, permission: Permission, label: string, onClick: () => void): CardEdit {
  const can = useCan(bucket, permission)
  const disabledReason = can[permission] === false ? permissionError(PERMISSIONS[permission], bucket) : undefined
  return { label, onClick, disabledReason }
}
