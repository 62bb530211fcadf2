import { AppError, checkTenantYaml, getTenantYaml, setTenantYaml } from '@cooperage/contract'
import { type KubeClient, TENANTS, type Tenant } from '@cooperage/kube-client'
import { stringify } from 'yaml'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { readTenant, type TenantPlace } from './read-tenant.ts'
import { type EditedTenant, findingsOf, readTenantYaml, YamlError } from './tenant-yaml.ts'

export function yamlRoutes({ routes }: OperatorRegistry): void {
  routes.withSession(getTenantYaml, async ({ params, kube }) => {
    const { metadata, spec, status } = await readTenant(kube, params)
    const { managedFields: _, ...shown } = metadata
    return { yaml: stringify({ apiVersion: 'minio.min.io/v2', kind: 'Tenant', metadata: shown, spec, status }) }
  })

  /** The API server is asked as if it were saved, so that all rules of its schema apply, whatever its version. */
  routes.withSession(checkTenantYaml, async ({ params, body, kube }) => {
    try {
      // Whether someone else has saved doesn't matter yet.
      await save(kube, params, body.yaml, { isDryRun: true })
      return { findings: [] }
    } catch (error) {
      if (error instanceof YamlError) return { findings: [...error.findings] }
      throw error
    }
  })

  routes.withSession(setTenantYaml, async ({ params, body, kube }) => {
    try {
      await save(kube, params, body.yaml, { isDryRun: false })
    } catch (error) {
      if (!(error instanceof YamlError)) throw error
      throw new AppError('InvalidYaml', { reason: `${error.message.replace(/\.$/, '')}.` }, { cause: error })
    }
  })
}

/** Name, namespace and status can't be changed; all other fields that were read are preserved. @throws YamlError, KubeError */
async function save(
  kube: KubeClient,
  place: TenantPlace,
  yaml: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<void> {
  const edited = readTenantYaml(yaml, place)
  const current = await readTenant(kube, place)
  try {
    await kube.replace(TENANTS, merged(current, edited, !isDryRun), { isStrict: true, isDryRun })
  } catch (error) {
    const findings = findingsOf(error, edited)
    throw findings === undefined ? error : new YamlError(findings)
  }
}

function merged(current: Tenant, { metadata: edited, spec }: EditedTenant, isChecked: boolean): Tenant {
  const { labels, annotations, finalizers } = edited
  const resourceVersion = (isChecked ? edited.resourceVersion : undefined) ?? current.metadata.resourceVersion
  const metadata = { ...current.metadata, labels, annotations, finalizers, resourceVersion }
  return { ...current, metadata: withoutUndefined(metadata), spec } as Tenant
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
