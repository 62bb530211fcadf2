import { AppError, createNamespace, createTenant, reasonText } from '@cooperage/contract'
import { type KubeClient, NAMESPACES, SECRETS, type Secret, TENANTS, type Tenant } from '@cooperage/kube-client'
import type { FastifyBaseLogger } from 'fastify'
import { replacing } from '../shared/operator/cluster-errors.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { ownerOf, planTenant } from './build-tenant.ts'
import { tenantCapabilities } from './read-tenant.ts'

/** Cleaning up has its own deadline: the browser may have disconnected, and the API server may be slow. */
const UNDO_MS = 20_000

export function createRoutes({ routes, log }: OperatorRegistry): void {
  routes.withSession(createTenant, async ({ body, kube }) => {
    const plan = planTenant(body, await tenantCapabilities(kube))
    // The operator's service has the same name for every tenant, so a second tenant in the namespace would never start.
    const { items } = await kube.list(TENANTS, { namespace: body.namespace, limit: 1 })
    if (items.length > 0) throw new AppError('NamespaceHasTenant')
    await createAll(kube, plan.secrets, plan.tenant, log)
    return { externalIDP: plan.externalIDP, console: plan.console }
  })

  routes.withSession(createNamespace, async ({ body: { name }, kube }) => {
    await kube.create(NAMESPACES, { metadata: { name } })
  })
}

/** Creates everything, or nothing: after a failure exactly the objects that this call created are removed. */
async function createAll(
  kube: KubeClient,
  secrets: readonly Secret[],
  wanted: Tenant,
  log: FastifyBaseLogger,
): Promise<void> {
  const { namespace = '' } = wanted.metadata
  const made: Secret[] = []
  let tenant: Tenant | undefined
  try {
    for (const secret of secrets) {
      made.push(
        await replacing(
          'NotFound',
          'ClusterObjectMissing',
          { reason: reasonText('theNamespace', { namespace }) },
          kube.create(SECRETS, secret),
        ),
      )
    }
    tenant = await kube.create(TENANTS, wanted)
    // The cluster deletes them together with the tenant.
    const ownerReferences = [ownerOf(tenant)]
    for (const { metadata } of made) {
      await kube.patch(SECRETS, { namespace, name: metadata.name }, { metadata: { ownerReferences } })
    }
  } catch (error) {
    await undo()
    throw error
  }

  async function undo(): Promise<void> {
    const cleaner = kube.withSignal(AbortSignal.timeout(UNDO_MS))
    const removals = [
      ...(tenant === undefined
        ? []
        : [() => cleaner.remove(TENANTS, placeOf(tenant as Tenant), uidOf(tenant as Tenant))]),
      ...made.map((secret) => () => cleaner.remove(SECRETS, placeOf(secret), uidOf(secret))),
    ]
    for (const remove of removals) {
      await remove().catch((error: unknown) => {
        log.warn({ err: error, namespace }, 'could not delete an object of a tenant that could not be created')
      })
    }
  }
}

const placeOf = ({ metadata: { name, namespace } }: Tenant | Secret) => ({ name, namespace })
/** Limits a deletion to this object: another one with the same name belongs to someone else. */
const uidOf = ({ metadata: { uid } }: Tenant | Secret) => (uid === undefined ? {} : { uid })
