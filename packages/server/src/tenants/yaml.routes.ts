import { AppError, checkTenantYaml, getTenantYaml, setTenantYaml, type YamlFinding } from '@cooperage/contract'
import { type KubeClient, TENANTS, type Tenant } from '@cooperage/kube-client'
import { type EditedTenant, YamlError } from '../shared/computations/tenant-yaml.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import type { OperatorSession } from '../shared/session/sealed-session.ts'
import { readTenant, type TenantPlace } from './read-tenant.ts'
import { refusedFields } from './refused-fields.ts'

export function yamlRoutes({ routes, services: { computations } }: OperatorRegistry): void {
  routes.withSession(getTenantYaml, async ({ params, session, kube }) => {
    const tenant = await readTenant(kube, params)
    return { yaml: await computations.run(session.account, 'writeTenantYaml', tenant) }
  })

  /** The API server is asked as if it were saved, so that all rules of its schema apply, whatever its version. */
  routes.withSession(checkTenantYaml, async ({ params, body, session, kube }) => {
    try {
      // Whether someone else has saved doesn't matter yet.
      await save({ kube, session }, params, body.yaml, { isDryRun: true })
      return { findings: [] }
    } catch (error) {
      if (error instanceof YamlError) return { findings: [...error.findings] }
      throw error
    }
  })

  routes.withSession(setTenantYaml, async ({ params, body, session, kube }) => {
    try {
      await save({ kube, session }, params, body.yaml, { isDryRun: false })
    } catch (error) {
      if (!(error instanceof YamlError)) throw error
      throw new AppError('InvalidYaml', { reason: `${error.message.replace(/\.$/, '')}.` }, { cause: error })
    }
  })

  /**
   * Name, namespace and status can't be changed; all other fields that were read are preserved. Only who may change the tenant
   * can have its text parsed.
   * @throws YamlError, KubeError, AppError
   */
  async function save(
    { kube, session }: { kube: KubeClient; session: OperatorSession },
    place: TenantPlace,
    yaml: string,
    { isDryRun }: { isDryRun: boolean },
  ): Promise<void> {
    const current = await readTenant(kube, place)
    const { namespace, tenant: name } = place
    await kube.requireAccess({ verb: 'update', resource: TENANTS, namespace, name })
    const edited = await computations.run(session.account, 'tenantYamlParts', yaml, place)
    if ('findings' in edited) throw new YamlError(edited.findings)
    try {
      await kube.replace(TENANTS, merged(current, edited, !isDryRun), { isStrict: true, isDryRun })
    } catch (error) {
      const refused = refusedFields(error)
      if (refused === undefined) throw error
      const fields = refused.map(({ field }) => field)
      const lines = await computations.run(session.account, 'tenantYamlLines', yaml, place, fields)
      throw new YamlError(refused.map(({ message }, index): YamlFinding => ({ line: lines[index] ?? 1, message })))
    }
  }
}

function merged(current: Tenant, { metadata: edited, spec }: Omit<EditedTenant, 'lineOf'>, isChecked: boolean): Tenant {
  const { labels, annotations, finalizers } = edited
  const resourceVersion = (isChecked ? edited.resourceVersion : undefined) ?? current.metadata.resourceVersion
  const metadata = { ...current.metadata, labels, annotations, finalizers, resourceVersion }
  return { ...current, metadata: withoutUndefined(metadata), spec } as Tenant
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
