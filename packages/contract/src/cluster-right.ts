import { permissionError } from './permission-error.ts'

/** Objects as error messages name them; others go by the name that roles use. */
const NAMES: Record<string, string> = {
  'tenants.minio.min.io': 'tenants',
  persistentvolumeclaims: 'volume claims',
  resourcequotas: 'quotas',
  'storageclasses.storage.k8s.io': 'storage classes',
  'pods/log': 'the logs of pods',
  'directpvdrives.directpv.min.io': 'drives',
  'directpvnodes.directpv.min.io': 'the drives of nodes',
  'directpvinitrequests.directpv.min.io': 'requests to format drives',
  'directcsidrives.direct.csi.min.io': 'drives',
}
const TASKS: Record<string, string> = { get: 'view', list: 'list', watch: 'watch', patch: 'change', update: 'change' }

/**
 * What a permission error says of a right in a Kubernetes cluster.
 * @param action verb and resource as roles spell them: `list tenants.minio.min.io`
 * @param namespace undefined for the whole cluster
 */
export function clusterRight(
  action: string,
  namespace: string | undefined,
): { action: string; task: string; resource: string } {
  const [verb = '', resource = ''] = action.split(' ')
  return {
    action,
    task: `${TASKS[verb] ?? verb} ${NAMES[resource] ?? resource}`,
    resource: namespace === undefined ? 'this cluster' : `namespace ${namespace}`,
  }
}

/** The one form of a permission error for a right in a Kubernetes cluster. */
export function clusterPermissionError(action: string, namespace?: string): string {
  const { task, resource } = clusterRight(action, namespace)
  return permissionError(action, resource, task)
}
