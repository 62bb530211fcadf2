import { AppError, getTenantYaml, setTenantYaml } from '@cooperage/contract'
import { TENANTS, type Tenant } from '@cooperage/kube-client'
import { parseDocument, stringify } from 'yaml'
import { isKubeError } from '../shared/operator/cluster-errors.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { readTenant } from './read-tenant.ts'

export function yamlRoutes({ routes }: OperatorRegistry): void {
  routes.withSession(getTenantYaml, async ({ params, kube }) => {
    const { metadata, spec, status } = await readTenant(kube, params)
    const { managedFields: _, ...shown } = metadata
    return { yaml: stringify({ apiVersion: 'minio.min.io/v2', kind: 'Tenant', metadata: shown, spec, status }) }
  })

  /** Name, namespace and status can't be changed; all other fields that were read are preserved. */
  routes.withSession(setTenantYaml, async ({ params, body, kube }) => {
    const edited = readYaml(body.yaml)
    const current = await readTenant(kube, params)
    const { labels, annotations, finalizers, resourceVersion = current.metadata.resourceVersion } = edited.metadata
    const metadata = { ...current.metadata, labels, annotations, finalizers, resourceVersion }
    const tenant = { ...current, metadata: withoutUndefined(metadata), spec: edited.spec } as Tenant
    try {
      await kube.replace(TENANTS, tenant, { isStrict: true })
    } catch (error) {
      if (!isKubeError(error, 'BadRequest', 'Invalid')) throw error
      throw new AppError('InvalidYaml', { reason: error.message }, { cause: error })
    }
  })
}

interface EditedTenant {
  metadata: Partial<Pick<Tenant['metadata'], 'labels' | 'annotations' | 'finalizers' | 'resourceVersion'>>
  spec: Tenant['spec']
}

/** @throws AppError InvalidYaml */
export function readYaml(text: string): EditedTenant {
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true })
  const [problem] = document.errors
  if (problem !== undefined) throw new AppError('InvalidYaml', { reason: firstLine(problem.message) })
  let value: unknown
  try {
    // Aliases repeat parts of a document, and a few lines of them can repeat it a billion times.
    value = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    throw new AppError('InvalidYaml', { reason: 'anchors and aliases aren’t supported.' }, { cause: error })
  }
  if (!isRecord(value)) throw new AppError('InvalidYaml', { reason: 'it has no fields.' })
  const { kind, apiVersion, metadata = {}, spec } = value
  if (kind !== undefined && kind !== 'Tenant') {
    throw new AppError('InvalidYaml', { reason: `its kind is ${String(kind)}, not Tenant.` })
  }
  if (apiVersion !== undefined && apiVersion !== 'minio.min.io/v2') {
    throw new AppError('InvalidYaml', { reason: `its apiVersion is ${String(apiVersion)}, not minio.min.io/v2.` })
  }
  if (!isRecord(metadata)) throw new AppError('InvalidYaml', { reason: 'metadata must have fields.' })
  if (!isRecord(spec)) throw new AppError('InvalidYaml', { reason: 'it has no spec.' })
  return { metadata, spec: spec as unknown as Tenant['spec'] }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstLine(text: string): string {
  return `${text.split('\n', 1)[0]?.replace(/:$/, '')}.`
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
