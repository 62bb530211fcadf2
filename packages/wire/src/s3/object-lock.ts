/**
 * The object lock configuration of a bucket: whether versions can be locked, and the default retention. Source:
 * Amazon S3 API reference, "ObjectLockConfiguration", with MinIO's limits and errors.
 */
import { WireError } from '../errors.ts'
import { childrenOf, childText, parseXml, type XmlElement } from '../xml/reader.ts'
import { element, S3_NAMESPACE } from '../xml/writer.ts'

/** Governance can be bypassed with a permission, compliance by no one. */
export const RETENTION_MODES = ['GOVERNANCE', 'COMPLIANCE'] as const

export type RetentionMode = (typeof RETENTION_MODES)[number]

/** How long a new version is retained, counted from its creation. */
export interface DefaultRetention {
  mode: RetentionMode
  unit: 'Days' | 'Years'
  count: number
}

/** Absent: new versions are retained only on request. */
export interface ObjectLockConfiguration {
  defaultRetention?: DefaultRetention
}

/** A hundred years. */
export const MAX_DEFAULT_RETENTION = { Days: 36_500, Years: 100 } as const

export function isRetentionMode(text: string): text is RetentionMode {
  return RETENTION_MODES.some((mode) => mode === text)
}

/** Without a declaration, as MinIO returns it. */
export function writeObjectLock({ defaultRetention }: ObjectLockConfiguration): string {
  const rule = defaultRetention === undefined ? '' : writeRule(defaultRetention)
  const inner = `${element('ObjectLockEnabled', 'Enabled')}${rule}`
  return `<ObjectLockConfiguration xmlns="${S3_NAMESPACE}">${inner}</ObjectLockConfiguration>`
}

function writeRule({ mode, unit, count }: DefaultRetention): string {
  return `<Rule><DefaultRetention>${element('Mode', mode)}${element(unit, count)}</DefaultRetention></Rule>`
}

/** @throws WireError InvalidArgument, also for invalid XML: MinIO uses this code for everything */
export function parseObjectLock(source: string | Uint8Array): ObjectLockConfiguration {
  const root = readRoot(source)
  if (childText(root, 'ObjectLockEnabled')?.trim() !== 'Enabled') {
    throw invalid("only 'Enabled' value is allowed to ObjectLockEnabled element")
  }
  // Of several the last one counts.
  const rule = childrenOf(root, 'Rule').at(-1)
  if (rule === undefined) return {}
  return { defaultRetention: parseDefault(childrenOf(rule, 'DefaultRetention').at(-1)) }
}

function readRoot(source: string | Uint8Array): XmlElement {
  try {
    return parseXml(source, 'ObjectLockConfiguration')
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause
    throw invalid(cause.message, { cause })
  }
}

function parseDefault(retention: XmlElement | undefined): DefaultRetention {
  const last = (name: string) => retention && childrenOf(retention, name).at(-1)?.text
  const mode = last('Mode') ?? ''
  if (!isRetentionMode(mode)) throw invalid(`unknown retention mode ${mode}`)
  const days = last('Days')
  const years = last('Years')
  if (days === undefined && years === undefined) throw invalid('either Days or Years must be specified')
  if (days !== undefined && years !== undefined) throw invalid('either Days or Years must be specified, not both')
  const unit = days === undefined ? 'Years' : 'Days'
  return { mode, unit, count: parseCount(unit, days ?? years ?? '') }
}

function parseCount(unit: DefaultRetention['unit'], text: string): number {
  const trimmed = text.trim()
  if (!/^\d*$/.test(trimmed)) throw invalid(`"${trimmed}" is no number of ${unit}`)
  const count = Number(trimmed)
  if (count === 0) throw invalid(`Default retention period must be a positive integer value for '${unit}'`)
  if (count > MAX_DEFAULT_RETENTION[unit]) {
    throw invalid(`Default retention period too large for '${unit}' ${trimmed}`)
  }
  return count
}

function invalid(message: string, options?: ErrorOptions): WireError {
  return new WireError('InvalidArgument', 400, message, options)
}
