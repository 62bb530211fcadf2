import { type Permission, useDenied } from '../index.ts'
import type { CardEdit } from './SettingCard.tsx'

/** The edit action of a card, disabled with the reason where the account may not use it. */
export function useEdit(bucket: string, permission: Permission, label: string, onClick: () => void): CardEdit {
  return { label, onClick, disabledReason: useDenied(bucket, permission)[permission] }
}
