import type {
  BucketDocumentRow,
  BucketRow,
  FilePiece,
  HistoryRow,
  MarkerRow,
  ObjectRow,
  PartRow,
  UploadRow,
  UsageRow,
} from '../store/index/rows.ts'

type Is = (value: unknown) => boolean
type Shape = Record<string, Is>

const text: Is = (value) => typeof value === 'string'
const count: Is = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const number: Is = (value) => typeof value === 'number' && Number.isFinite(value)
const truth: Is = (value) => typeof value === 'boolean'
const one: Is = (value) => value === 1
const texts: Is = (value) => isRecord(value) && Object.values(value).every(text)
const counts: Is = (value) => Array.isArray(value) && value.every(count)
const optional =
  (is: Is): Is =>
  (value) =>
    value === undefined || is(value)
const shaped =
  (shape: Shape): Is =>
  (value) =>
    isRecord(value) && Object.entries(shape).every(([name, is]) => is(value[name]))
const oneOf =
  (...values: string[]): Is =>
  (value) =>
    values.some((known) => known === value)

const metadata = shaped({ t: text, h: optional(texts), u: optional(texts) })
const part = { s: count, e: text, m: number, id: text, c: optional(texts), k: optional(text) }

const mode = oneOf('GOVERNANCE', 'COMPLIANCE')
const lock = shaped({ retention: optional(shaped({ mode, until: number })), legalHold: optional(truth) })
const bucketLock = shaped({
  defaultRetention: optional(shaped({ mode, unit: oneOf('Days', 'Years'), count })),
})

const SHAPES = {
  bucket: shaped({
    createdAt: number,
    versioning: oneOf('Off', 'Enabled', 'Suspended'),
    lock: optional(bucketLock),
  }),
  bucketDocument: shaped({ text, updatedAt: number }),
  usage: shaped({ versions: count, deleteMarkers: count, bytes: count, h: counts, v: counts }),
  object: shaped({
    s: count,
    e: text,
    m: number,
    d: optional(text),
    x: metadata,
    l: optional(lock),
    t: optional(texts),
    y: optional(one),
    k: optional(text),
    z: optional(one),
    v: optional(text),
    u: optional(text),
  }),
  marker: shaped({ gone: one, m: number, z: optional(one) }),
  history: shaped({ n: count, b: count, k: count, z: optional(text) }),
  pieces: (value) => Array.isArray(value) && value.every(shaped({ ...part, n: count })),
  upload: shaped({ startedAt: number, x: metadata, l: optional(lock), t: optional(texts), y: optional(one) }),
  part: shaped(part),
} satisfies Record<string, Is>

interface Rows {
  bucket: BucketRow
  bucketDocument: BucketDocumentRow
  usage: UsageRow
  object: ObjectRow
  marker: MarkerRow
  history: HistoryRow
  pieces: FilePiece[]
  upload: UploadRow
  part: PartRow
}

/** The row; undefined if the bytes aren't a valid row of this type. Unlike the store, a check doesn't trust them. */
export function readRow<Kind extends keyof Rows>(kind: Kind, value: Buffer): Rows[Kind] | undefined {
  const row = readJson(value)
  return SHAPES[kind](row) ? (row as Rows[Kind]) : undefined
}

export function readJson(value: Buffer): unknown {
  try {
    return JSON.parse(value.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
