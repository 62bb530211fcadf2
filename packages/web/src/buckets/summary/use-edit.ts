import { type Permission, useLacks } from '../permissions.ts'
import type { CardEdit } from './SettingCard.tsx'

/** The edit action of a card; where the account lacks the permission it says which. */
export function useEdit(bucket: string, permission: Permission, label: string, onClick: () => void): CardEdit {
  return { label, onClick, disabledReason: useLacks(bucket, permission) }
}
