/** Tenants as YAML: what an administrator edits, and at which line something is wrong with it. */
import type { YamlFinding, YamlMergePart } from '@cooperage/contract'
import type { Tenant } from '@cooperage/kube-client'
import { diff3Merge } from 'node-diff3'
import { type Document, isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, stringify, visit } from 'yaml'

/** More aren't useful, and one mistake can be repeated throughout a document. */
export const MAX_FINDINGS = 50
/** Tenants have about twenty. */
const MAX_DEPTH = 200

const FIELDS = new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status'])

interface TenantName {
  namespace: string
  tenant: string
}

export interface EditedTenant {
  metadata: Partial<Pick<Tenant['metadata'], 'labels' | 'annotations' | 'finalizers' | 'resourceVersion'>>
  spec: Tenant['spec']
  status: unknown
  /** Where a field is, as the API server writes it: `spec.pools[0].servers`. For one that is missing, where it belongs. */
  lineOf(field: string): number
}

/** A text that isn't this tenant. */
export class YamlError extends Error {
  readonly findings: readonly YamlFinding[]

  constructor(findings: readonly YamlFinding[]) {
    super(findings.map(({ line, message }) => `line ${line}: ${message}`).join('; '))
    this.findings = findings
  }
}

/** What an administrator edits of it. */
export function writeTenantYaml({ metadata, spec, status }: Tenant): string {
  const { managedFields: _, ...shown } = metadata
  return stringify({ apiVersion: 'minio.min.io/v2', kind: 'Tenant', metadata: shown, spec, status })
}

/** @throws YamlError */
export function readTenantYaml(text: string, place: TenantName): EditedTenant {
  const lines = new LineCounter()
  const document = parsed(text, lines)
  const lineOf = (field: string) => lines.linePos(offsetOf(document, field)).line
  const refuse = (message: string, field = ''): never => {
    throw new YamlError([{ line: lineOf(field), message }])
  }
  const value: unknown = document.toJS({ maxAliasCount: 0 })
  if (!isRecord(value)) return refuse('it has no fields')
  const { kind, apiVersion, metadata = {}, spec, status } = value
  const unknown = Object.keys(value).find((field) => !FIELDS.has(field))
  if (unknown !== undefined) refuse(`unknown field "${unknown}"`, unknown)
  if (kind !== undefined && kind !== 'Tenant') refuse(`its kind is ${String(kind)}, not Tenant`, 'kind')
  if (apiVersion !== undefined && apiVersion !== 'minio.min.io/v2') {
    refuse(`its apiVersion is ${String(apiVersion)}, not minio.min.io/v2`, 'apiVersion')
  }
  if (!isRecord(metadata)) return refuse('metadata must have fields', 'metadata')
  const { name = place.tenant, namespace = place.namespace } = metadata
  if (name !== place.tenant) refuse(`a tenant can’t be renamed: its name is ${place.tenant}`, 'metadata.name')
  if (namespace !== place.namespace) {
    refuse(`a tenant can’t be moved: its namespace is ${place.namespace}`, 'metadata.namespace')
  }
  if (!isRecord(spec)) return refuse('it has no spec', 'spec')
  return { metadata, spec: spec as unknown as Tenant['spec'], status, lineOf }
}

/**
 * What an administrator changed in `base`, applied to what the tenant is now. What only the cluster writes, such as the status,
 * stays as it is in `base`, so that it is in nobody's way. `current` is the text that the next change can be based on.
 */
export function mergeTenantYaml(
  { base, edited }: { base: string; edited: string },
  tenant: Tenant,
  place: TenantName,
): { current: string; parts: YamlMergePart[] } | Findings {
  return orFindings(() => {
    const { metadata, status } = readTenantYaml(base, place)
    const { labels, annotations, finalizers } = tenant.metadata
    const current = writeTenantYaml({
      metadata: { ...metadata, labels, annotations, finalizers } as Tenant['metadata'],
      spec: tenant.spec,
      status: status as Tenant['status'] & object,
    })
    const linesOf = (text: string) => text.split('\n')
    const regions = diff3Merge(linesOf(edited), linesOf(base), linesOf(current))
    const parts = regions.map(({ ok, conflict }): YamlMergePart => {
      if (conflict === undefined) return { lines: ok ?? [] }
      return { edited: conflict.a, base: conflict.o, current: conflict.b }
    })
    return { current, parts }
  })
}

/** What readTenantYaml returns or throws, as plain data. */
export function tenantYamlParts(text: string, place: TenantName): Pick<EditedTenant, 'metadata' | 'spec'> | Findings {
  return orFindings(() => {
    const { metadata, spec } = readTenantYaml(text, place)
    return { metadata, spec }
  })
}

interface Findings {
  findings: readonly YamlFinding[]
}

/** Errors of a thread would arrive without their findings. */
function orFindings<T>(work: () => T): T | Findings {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return { findings: error.findings }
  }
}

/** The lines of some fields, see `EditedTenant`. @throws YamlError */
export function tenantYamlLines(text: string, place: TenantName, fields: readonly string[]): number[] {
  const { lineOf } = readTenantYaml(text, place)
  return fields.map(lineOf)
}

/** @throws YamlError */
function parsed(text: string, lineCounter: LineCounter): Document {
  const deep = lineTooDeep(text)
  if (deep !== undefined) throw new YamlError([{ line: deep, message: `more than ${MAX_DEPTH} levels` }])
  // The parser's own check for keys that occur twice compares each with all others: seconds for a document of a megabyte.
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, lineCounter })
  const findings: YamlFinding[] = []
  const add = (offset: number | undefined, message: string) =>
    findings.length < MAX_FINDINGS && findings.push({ line: lineCounter.linePos(offset ?? 0).line, message })
  // After the first mistake the parser misreads the lines that follow.
  for (const { code, message, pos } of document.errors.slice(0, 1)) {
    add(pos[0], code === 'MULTIPLE_DOCS' ? 'there is a second document' : message)
  }
  if (findings.length === 0) {
    visit(document, {
      // Aliases repeat parts of a document, and a few lines of them can repeat it a billion times.
      Alias: (_key, { range }) => void add(range?.[0], 'anchors and aliases aren’t supported'),
      Map: (_key, { items }) => {
        const seen = new Set<unknown>()
        for (const { key } of items) {
          if (!isScalar(key)) continue
          if (seen.has(key.value)) add(key.range?.[0], `${String(key.value)} is there twice`)
          seen.add(key.value)
        }
      },
    })
  }
  if (findings.length > 0) throw new YamlError(findings)
  return document
}

/** The first line at which lists and fields are in each other so often that parsing them would take seconds. */
function lineTooDeep(text: string): number | undefined {
  let depth = 0
  for (const [index, line] of text.split('\n').entries()) {
    const [opening = ''] = /^(?:[ \t]|[-?:](?=[ \t]))+/.exec(line) ?? []
    const compact = opening.replace(/[ \t]/g, '').length
    for (const character of line) {
      if (character === '[' || character === '{') depth++
      else if (character === ']' || character === '}') depth--
      if (depth + compact > MAX_DEPTH) return index + 1
    }
  }
  return undefined
}

/** Follows a path as far as it exists. Keys may contain dots, so the longest key that matches is used. */
function offsetOf({ contents }: Document, field: string): number {
  let [node, rest]: [unknown, string] = [contents, field]
  let offset = 0
  while (rest !== '') {
    if (isSeq(node)) {
      const [whole = '', index] = /^\[(\d+)\]\.?/.exec(rest) ?? []
      const item = node.items[Number(index)]
      if (whole === '' || !hasRange(item)) return offset
      offset = item.range[0]
      ;[node, rest] = [item, rest.slice(whole.length)]
    } else if (isMap(node)) {
      const found = longestKey(node.items, rest)
      if (found === undefined) return offset
      offset = found.offset
      ;[node, rest] = [found.value, rest.slice(found.length)]
    } else return offset
  }
  return offset
}

function longestKey(pairs: readonly Pair[], path: string) {
  let best: { value: unknown; offset: number; length: number } | undefined
  for (const { key, value } of pairs) {
    if (!isScalar(key) || !hasRange(key)) continue
    for (const written of [String(key.value), `[${String(key.value)}]`]) {
      if (!path.startsWith(written) || !/^($|[.[])/.test(path.slice(written.length))) continue
      const length = written.length + (path[written.length] === '.' ? 1 : 0)
      if (best === undefined || length > best.length) best = { value, offset: key.range[0], length }
    }
  }
  return best
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return isRecord(node) && Array.isArray(node.range)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
