import { listVolumeClaims, type VolumeClaim } from '@cooperage/contract'
import { PERSISTENT_VOLUME_CLAIMS, type PersistentVolumeClaim } from '@cooperage/kube-client'
import { compareNumbered } from '@cooperage/wire'
import { listVisible, namespacesOf } from '../shared/operator/namespaces.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import { isSimulated } from '../shared/operator/simulated.ts'

/** Label of every volume claim of a tenant, with the tenant's name. */
const TENANT_LABEL = 'v1.min.io/tenant'

export function volumeRoutes({ routes, services: { settings } }: OperatorRegistry): void {
  routes.withSession(listVolumeClaims, async ({ session, kube }) => {
    const options = { labelSelector: TENANT_LABEL }
    const claims = await listVisible(kube, PERSISTENT_VOLUME_CLAIMS, namespacesOf(session, settings), options)
    const pvcs = claims.map(describeClaim)
    return { pvcs: pvcs.sort((a, b) => compareNumbered(a.namespace, b.namespace) || compareNumbered(a.name, b.name)) }
  })
}

function describeClaim(claim: PersistentVolumeClaim): VolumeClaim {
  const { metadata, spec, status } = claim
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    status: metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
    tenant: metadata.labels?.[TENANT_LABEL] ?? '',
    capacity: status?.capacity?.storage ?? '0',
    storageClass: spec?.storageClassName ?? '',
    volume: spec?.volumeName ?? '',
    age: metadata.creationTimestamp ?? '',
    simulated: isSimulated(claim),
  }
}
