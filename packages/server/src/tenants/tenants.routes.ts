import {
  AppError,
  addPool,
  deleteTenant,
  deleteTenantRemains,
  getTenant,
  getTenantRemains,
  listTenants,
  listTenantsIn,
  updateTenant,
} from '@cooperage/contract'
import {
  type KubeClient,
  type KubeObject,
  PERSISTENT_VOLUME_CLAIMS,
  type Resource,
  SECRETS,
  SERVICES,
  TENANTS,
  type Tenant,
} from '@cooperage/kube-client'
import { compareText } from '@cooperage/wire'
import { unless } from '../shared/operator/cluster-errors.ts'
import { listVisible, namespacesOf } from '../shared/operator/namespaces.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { namedPools, ownerOf, registrySecret, TENANT_LABEL } from './build-tenant.ts'
import { prometheusChange, tenantDetails, tenantEntry } from './describe-tenant.ts'
import { readConfig, readTenant, retryConflicts, type TenantName, versionOf, withOperator } from './read-tenant.ts'

export function tenantRoutes({ routes, services: { settings } }: OperatorRegistry): void {
  routes.withSession(listTenants, async ({ session, kube }) =>
    listOf(await withOperator(listVisible(kube, TENANTS, namespacesOf(session, settings)))),
  )

  routes.withSession(listTenantsIn, async ({ params: { namespace }, kube }) =>
    listOf(await withOperator(Array.fromAsync(kube.listAll(TENANTS, { namespace })))),
  )

  routes.withSession(getTenant, async ({ params, kube }) => {
    const tenant = await readTenant(kube, params)
    const { namespace } = params
    const [config, services] = await Promise.all([
      readConfig(kube, tenant),
      unless(['Forbidden'], Array.fromAsync(kube.listAll(SERVICES, { namespace }))),
    ])
    return tenantDetails(tenant, { config, services })
  })

  routes.withSession(updateTenant, async ({ params, body, kube }) => {
    const tenant = await readTenant(kube, params)
    const pull = await pullSecret(kube, tenant, body)
    const place = { namespace: params.namespace, name: params.tenant }
    await retryConflicts(async () => {
      const current = await readTenant(kube, params)
      await kube.patch(TENANTS, place, {
        metadata: { ...versionOf(current), annotations: prometheusChange(current, body.enable_prometheus) },
        spec: {
          ...(body.image !== '' && { image: body.image }),
          ...(body.console_image !== '' && current.spec.console && { console: { image: body.console_image } }),
          ...(pull !== undefined && { imagePullSecret: { name: pull } }),
        },
      })
    })
  })

  routes.withSession(addPool, async ({ params, body, kube }) => {
    const place = { namespace: params.namespace, name: params.tenant }
    await retryConflicts(async () => {
      const tenant = await readTenant(kube, params)
      // One that was written through version 1, and that no operator has converted yet, has none.
      const existing = tenant.spec.pools ?? []
      const pools = [...existing, ...namedPools([body], existing)]
      await kube.patch(TENANTS, place, { metadata: versionOf(tenant), spec: { pools } })
    })
  })

  routes.withSession(getTenantRemains, async ({ params, kube }) => {
    const [pvcs, secrets] = await Promise.all([
      Promise.all(volumeSelectors(params).map((one) => namesOf(kube, PERSISTENT_VOLUME_CLAIMS, params, one))),
      namesOf(kube, SECRETS, params),
    ])
    return { pvcs: [...new Set(pvcs.flat())].sort(), secrets }
  })

  /** Also cleans up after a tenant that is already deleted, which is why its volumes are found by their labels. */
  routes.withSession(deleteTenant, async ({ params, body, kube }) => {
    const place = { namespace: params.namespace, name: params.tenant }
    const deletesVolumes = body?.delete_pvcs === true
    const found = await unless(['NotFound'], kube.get(TENANTS, place))
    if (found === undefined && !deletesVolumes) throw new AppError('NoSuchTenant', params)
    if (found !== undefined) await kube.remove(TENANTS, place, { uid: found.metadata.uid ?? '' })
    // Secrets of tenants that other consoles created have no owner, and would prevent creating the tenant again.
    await removeAll(kube, SECRETS, params)
    if (deletesVolumes) await removeVolumes(kube, params)
  })

  routes.withSession(deleteTenantRemains, async ({ params, kube }) => {
    const place = { namespace: params.namespace, name: params.tenant }
    if ((await unless(['NotFound'], kube.get(TENANTS, place))) !== undefined) throw new AppError('TenantExists', params)
    await removeAll(kube, SECRETS, params)
    await removeVolumes(kube, params)
  })
}

function listOf(tenants: readonly Tenant[]) {
  const entries = tenants.map(tenantEntry)
  entries.sort((a, b) => compareText(a.name, b.name) || compareText(a.namespace, b.namespace))
  return { tenants: entries, total: entries.length }
}

interface Pull {
  image_registry?: { registry: string; username: string; password: string } | undefined
  image_pull_secret?: string | undefined
}

/** The secret to pull images with, created or updated; undefined if it doesn't change. */
async function pullSecret(kube: KubeClient, tenant: Tenant, wanted: Pull): Promise<string | undefined> {
  if (wanted.image_pull_secret) return wanted.image_pull_secret
  const { image_registry: registry } = wanted
  if (registry === undefined) return undefined
  const { name: tenantName, namespace = '' } = tenant.metadata
  const { name, ...content } = registrySecret(tenantName, registry)
  const known = await unless(['NotFound'], kube.get(SECRETS, { namespace, name }))
  if (known === undefined) {
    const labels = { [TENANT_LABEL]: tenantName }
    const ownerReferences = [ownerOf(tenant)]
    await kube.create(SECRETS, { metadata: { name, namespace, labels, ownerReferences }, ...content })
  } else {
    await kube.patch(SECRETS, { namespace, name }, { metadata: versionOf(known), stringData: content.stringData })
  }
  return name
}

async function namesOf<T extends KubeObject>(
  kube: KubeClient,
  resource: Resource<T>,
  { namespace, tenant }: TenantName,
  labelSelector = `${TENANT_LABEL}=${tenant}`,
): Promise<string[]> {
  const objects = await Array.fromAsync(kube.listAll(resource, { namespace, labelSelector }))
  return objects.map(({ metadata }) => metadata.name).sort()
}

/** Volumes of the servers, and those of log search and Prometheus, which tenants of 2021 had. */
function volumeSelectors({ tenant }: TenantName): string[] {
  return [`${TENANT_LABEL}=${tenant}`, `v1.min.io/log-pg=${tenant}-log`, `v1.min.io/prometheus=${tenant}-prometheus`]
}

async function removeVolumes(kube: KubeClient, place: TenantName): Promise<void> {
  for (const selector of volumeSelectors(place)) await removeAll(kube, PERSISTENT_VOLUME_CLAIMS, place, selector)
}

async function removeAll<T extends KubeObject>(
  kube: KubeClient,
  resource: Resource<T>,
  place: TenantName,
  labelSelector?: string,
): Promise<void> {
  const { namespace } = place
  for (const name of await namesOf(kube, resource, place, labelSelector)) {
    await unless(['NotFound'], kube.remove(resource, { namespace, name }))
  }
}
