/** Values for the schemas of the contract: the plainest that each admits, and the largest and most awkward. */
import type { Schema } from '@cooperage/contract'
import { awkwardPolicies, fill, KIB } from '@cooperage/testkit'
import * as z from 'zod/mini'

/** The parts of a schema that are used here. */
interface Shape {
  _zod: {
    def: {
      type: string
      shape?: Record<string, Shape>
      element?: Shape
      innerType?: Shape
      in?: Shape
      options?: Shape[]
      valueType?: Shape
      entries?: Record<string, unknown>
      values?: unknown[]
      checks?: { _zod: { def: { check: string; maximum?: number; value?: number } } }[]
    }
  }
}

/** Everything that the storage and the cluster have has this name, so that requests reach what they are about. */
const NAME = 'nasty'
const SECRET = 'nasty-secret'

/** What fields have that need more than a name. */
const KNOWN: Readonly<Record<string, unknown>> = {
  policy: `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:*"],"Resource":["arn:aws:s3:::${NAME}/*"]}]}`,
  action: 's3:GetObject',
  secretKey: SECRET,
  secret_key: SECRET,
  new_secret_key: SECRET,
  newSecretKey: SECRET,
  current_secret_key: SECRET,
  id: 'api',
  key: 'requests_max',
  value: '10',
  configurationFile: 'api requests_max=10',
  yaml: 'spec: {}',
}

/** Plain values of strings with a form. */
const FORMS = [
  NAME,
  'NASTY',
  'true',
  '1',
  '2099-01-01T00:00:00Z',
  '2099-01-01',
  'http://127.0.0.1:9',
  `arn:aws:s3:::${NAME}`,
  '1Gi',
  'AAAAAA==',
  '',
]

/** Texts that cost much to parse, match, escape or normalize. */
const PIECES = [
  'a',
  '*a',
  '\u0301',
  'a/',
  'a.',
  'a,',
  'a=b ',
  '../',
  '1',
  ' ',
  '\n',
  '"\\',
  '<a>&',
  '\u{1f469}\u200d',
  '\u202e',
] as const
/** Texts up to this long cost little, whatever they consist of: a few of the pieces are tried. */
const SHORT = KIB

/**
 * Bodies, queries or parameters of a call: the plain one first, then one for each awkward value of each of its fields. A text
 * or a list is at most `bytes` long.
 */
export function inputsOf(schema: Schema, bytes: number): unknown[] {
  const shape = schema as unknown as Shape
  return [plain(shape, ''), ...awkward(shape, '', bytes)]
}

function plain(shape: Shape, name: string): unknown {
  const { def } = shape._zod
  if (def.type === 'optional' || def.type === 'default') return name in KNOWN ? KNOWN[name] : undefined
  if (def.innerType) return plain(def.innerType, name)
  if (def.in) return admitted(shape, [plain(def.in, name), ...FORMS])
  if (def.options) return plain(def.options[0] as Shape, name)
  if (def.shape) return mapValues(def.shape, (field, key) => plain(field, key))
  if (def.element) return [plain(def.element, singular(name))]
  switch (def.type) {
    case 'record':
      return {}
    case 'boolean':
      return true
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'literal':
      return def.values?.[0]
    case 'number':
      return admitted(shape, [2, 1, 0, 10, 1_000])
    default:
      return admitted(shape, [KNOWN[name], ...FORMS])
  }
}

function awkward(shape: Shape, name: string, bytes: number): unknown[] {
  const { def } = shape._zod
  if (def.innerType) return awkward(def.innerType, name, bytes)
  if (def.in) return awkward(def.in, name, bytes)
  if (def.options) return def.options.flatMap((option) => awkward(option, name, bytes))
  if (def.shape) {
    const rest = mapValues(def.shape, (field, key) => plain(field, key))
    return Object.entries(def.shape).flatMap(([key, field]) =>
      awkward(field, key, bytes).map((value) => ({ ...rest, [key]: value })),
    )
  }
  if (def.element) return awkwardLists(shape, singular(name), bytes)
  if (def.type === 'record') return awkwardRecords(def.valueType, bytes)
  if (def.type === 'string') return awkwardTexts(name, Math.min(maximumOf(shape, bytes), bytes))
  if (def.type === 'number') return [0, -1, 1e308, Number.MAX_SAFE_INTEGER]
  return []
}

function awkwardTexts(name: string, bytes: number): string[] {
  const texts = (bytes > SHORT ? PIECES : PIECES.slice(0, 3)).map((piece) => fill(piece, bytes))
  return /policy/i.test(name)
    ? [...texts, ...awkwardPolicies(bytes, /bucket/i.test(name) ? '"Principal":"*",' : '')]
    : texts
}

function awkwardLists(shape: Shape, name: string, bytes: number): unknown[] {
  const { element } = shape._zod.def
  if (element === undefined) return []
  const one = plain(element, name)
  const inner = [one, ...awkward(element, name, Math.min(bytes, KIB))]
  return inner.map((value) => {
    const count = Math.min(maximumOf(shape, bytes), Math.ceil(bytes / (JSON.stringify(value ?? null).length + 1)))
    // Most lists refuse what is listed twice.
    return Array.from({ length: count }, (_, at) => (typeof value === 'string' ? `${value}${at}` : value))
  })
}

function awkwardRecords(valueType: Shape | undefined, bytes: number): unknown[] {
  if (valueType === undefined) return []
  const value = plain(valueType, '')
  const count = Math.min(1_000, Math.ceil(bytes / 20))
  const records = ['k', '__proto__', '\u202e'].map((key) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${key}${at}`, value])),
  )
  return [...records, ...awkward(valueType, '', bytes).map((inner) => ({ key: inner }))]
}

/** The first that the schema admits, or else the first. */
function admitted(shape: Shape, candidates: readonly unknown[]): unknown {
  const given = candidates.filter((candidate) => candidate !== undefined)
  return given.find((candidate) => z.safeParse(shape as unknown as z.ZodMiniType, candidate).success) ?? given[0]
}

/** The longest text or list that the schema admits. */
function maximumOf(shape: Shape, otherwise: number): number {
  const limits = (shape._zod.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' && def.maximum !== undefined ? [def.maximum] : [],
  )
  return Math.min(otherwise, ...limits)
}

const singular = (name: string) => (name in KNOWN ? name : name.replace(/s$/, ''))

function mapValues<In, Out>(record: Record<string, In>, change: (value: In, key: string) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
}
