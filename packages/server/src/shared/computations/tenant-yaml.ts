/** Tenants as YAML: what an administrator edits, and at which line something is wrong with it. */
import type { YamlFinding, YamlMergePart } from '@cooperage/contract'
import type { Tenant } from '@cooperage/kube-client'
import { diff3Merge } from 'node-diff3'
import { LineCounter, stringify } from 'yaml'
import { contentOf, isRecord, offsetOf, parsedYaml, YamlError } from './yaml-document.ts'

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

/** What an administrator edits of it. */
export function writeTenantYaml({ metadata, spec, status }: Tenant): string {
  const { managedFields: _, ...shown } = metadata
  return stringify({ apiVersion: 'minio.min.io/v2', kind: 'Tenant', metadata: shown, spec, status })
}

/** @throws YamlError */
export function readTenantYaml(text: string, place: TenantName): EditedTenant {
  const lines = new LineCounter()
  const document = parsedYaml(text, lines)
  const lineOf = (field: string) => lines.linePos(offsetOf(document, field)).line
  const refuse = (message: string, field = ''): never => {
    throw new YamlError([{ line: lineOf(field), message }])
  }
  const value = contentOf(document)
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
