import {
  MAX_LINK_FILE_BYTES,
  MAX_LINK_USES,
  MIN_LINK_PASSWORD_LENGTH,
  type ShareLinkKind,
  unlinkableName,
} from '@cooperage/contract'
import { bytesOfInput, type SizeInput } from '../shared/fields/size.ts'

/** Lifetimes of a link to choose from, in days. */
export const LIFE_DAYS = ['1', '7', '30', '90', '365'] as const
const DAY_MS = 86_400_000
/** The clock of the console may be behind that of the browser. */
const TOLERANCE_MS = 60_000

export interface LinkForm {
  kind: ShareLinkKind
  bucket: string
  path: string
  days: string
  /** '' for no limit. */
  maxUses: string
  maxSize: SizeInput
  password: string
  /** Of downloads. */
  isDirect: boolean
  sharedBy: string
}

type LinkProblem = 'bucket' | 'path' | 'folder' | 'name' | 'uses' | 'size' | 'password' | 'direct'

/** Why the form can't be sent; undefined if it can. */
export function linkProblem(form: LinkForm): LinkProblem | undefined {
  const isUpload = form.kind === 'upload'
  if (form.bucket.trim() === '') return 'bucket'
  if (isUpload && form.path !== '' && !form.path.endsWith('/')) return 'folder'
  if (!isUpload && form.path === '') return 'path'
  if (unlinkableName(form.path) !== undefined) return 'name'
  if (!isCount(form.maxUses) && (isUpload || form.maxUses !== '')) return 'uses'
  const bytes = bytesOfInput(form.maxSize)
  if (isUpload && (bytes === undefined || bytes === 0 || bytes > MAX_LINK_FILE_BYTES)) return 'size'
  if (form.password !== '' && form.password.length < MIN_LINK_PASSWORD_LENGTH) return 'password'
  const isStrict = form.password !== '' || form.maxUses !== '' || form.path.endsWith('/')
  return !isUpload && form.isDirect && isStrict ? 'direct' : undefined
}

/** When the link expires, as ISO 8601. */
export function linkExpiry(days: string, now: number): string {
  return new Date(now + Number(days) * DAY_MS - TOLERANCE_MS).toISOString()
}

function isCount(text: string): boolean {
  return /^\d{1,7}$/.test(text) && Number(text) > 0 && Number(text) <= MAX_LINK_USES
}
