import { getAccessKey, listAllKeys, listOwnKeys, listUserKeys, type Route } from '@cooperage/contract'
import type { ApiError } from '../shared/api/api-error.ts'
import { modalMessage } from '../shared/feedback/modal-message.ts'

/** Everything that describes access keys, to be read again after a change. */
export const KEY_LISTS: readonly Route[] = [listOwnKeys, listUserKeys, listAllKeys, getAccessKey]

const FIELDS = {
  AccessKeyTaken: 'accessKey',
  InvalidAccessKey: 'accessKey',
  InvalidSecretKey: 'secretKey',
  InvalidExpiry: 'expiry',
  InvalidPolicy: 'policy',
} as const

type Field = (typeof FIELDS)[keyof typeof FIELDS]
export type FieldProblems = Partial<Record<Field, string>>

/** A refusal by the field that it is about, or for the whole form. */
export function problemsOf(error: ApiError | null): { fields: FieldProblems; form: ApiError | null } {
  const field = error && Object.entries(FIELDS).find(([code]) => code === error.code)?.[1]
  return field ? { fields: { [field]: modalMessage(error) }, form: null } : { fields: {}, form: error }
}
