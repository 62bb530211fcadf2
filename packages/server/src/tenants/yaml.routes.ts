import {
  AppError,
  checkTenantYaml,
  getTenantYaml,
  mergeTenantYaml,
  setTenantYaml,
  type YamlFinding,
} from '@cooperage/contract'
import { type KubeClient, TENANTS, type Tenant } from '@cooperage/kube-client'
import type { EditedTenant } from '../shared/computations/tenant-yaml.ts'
import { YamlError } from '../shared/computations/yaml-document.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import type { OperatorSession } from '../shared/session/sealed-session.ts'
import { readTenant, retryConflicts, type TenantName } from './read-tenant.ts'
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

  routes.withSession(setTenantYaml, async ({ params, body: { yaml, base }, session, kube }) => {
    const visit = { kube, session }
    await asInvalidYaml(
      base === undefined
        ? save(visit, params, yaml, { isDryRun: false })
        : retryConflicts(() => save(visit, params, yaml, { isDryRun: false, base })),
    )
  })

  routes.withSession(mergeTenantYaml, async ({ params, body: { yaml, base }, session, kube }) => {
    const current = await readToUpdate(kube, params)
    const merging = computations.run(session.account, 'mergeTenantYaml', { base, edited: yaml }, current, params)
    return await asInvalidYaml(merging.then(withoutFindings))
  })

  /**
   * Name, namespace and status can't be changed; all other fields that were read are preserved. With `base`, what others have
   * changed since is preserved too.
   * @throws YamlError, KubeError, AppError
   */
  async function save(
    { kube, session }: Editing,
    place: TenantName,
    yaml: string,
    { isDryRun, base }: { isDryRun: boolean; base?: string },
  ): Promise<void> {
    const current = await readToUpdate(kube, place)
    const partsOf = (text: string) => computations.run(session.account, 'tenantYamlParts', text, place)
    let edited = withoutFindings(await partsOf(yaml))
    if (base !== undefined) {
      const texts = { base, edited: yaml }
      const { parts } = withoutFindings(
        await computations.run(session.account, 'mergeTenantYaml', texts, current, place),
      )
      const lines = parts.map((part) => {
        if (!('lines' in part)) throw new AppError('YamlConflict')
        return part.lines
      })
      const merged = await partsOf(lines.flat().join('\n'))
      // Both have added the same field at different lines.
      if ('findings' in merged) throw new AppError('YamlConflict')
      edited = merged
    }
    const isChecked = !isDryRun && base === undefined
    try {
      await kube.replace(TENANTS, withEdits(current, edited, isChecked), { isStrict: true, isDryRun })
    } catch (error) {
      const refused = refusedFields(error)
      if (refused === undefined) throw error
      const fields = refused.map(({ field }) => field)
      const lines = await computations.run(session.account, 'tenantYamlLines', yaml, place, fields)
      throw new YamlError(refused.map(({ message }, index): YamlFinding => ({ line: lines[index] ?? 1, message })))
    }
  }
}

interface Editing {
  kube: KubeClient
  session: OperatorSession
}

/** Only who may change the tenant can have its text parsed. */
async function readToUpdate(kube: KubeClient, place: TenantName): Promise<Tenant> {
  const current = await readTenant(kube, place)
  const { namespace, tenant: name } = place
  await kube.requireAccess({ verb: 'update', resource: TENANTS, namespace, name })
  return current
}

async function asInvalidYaml<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new AppError('InvalidYaml', { reason: `${error.message.replace(/\.$/, '')}.` }, { cause: error })
  }
}

/** @throws YamlError */
function withoutFindings<T extends object>(result: T | { findings: readonly YamlFinding[] }): T {
  if ('findings' in result) throw new YamlError(result.findings)
  return result
}

function withEdits(
  current: Tenant,
  { metadata: edited, spec }: Pick<EditedTenant, 'metadata' | 'spec'>,
  isChecked: boolean,
): Tenant {
  const { labels, annotations, finalizers } = edited
  const resourceVersion = (isChecked ? edited.resourceVersion : undefined) ?? current.metadata.resourceVersion
  const metadata = { ...current.metadata, labels, annotations, finalizers, resourceVersion }
  return { ...current, metadata: withoutUndefined(metadata), spec } as Tenant
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}
