import { permissionError, placeText } from './permission-error.ts'
import { type Text, textsOf } from './text.ts'

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
const VERBS: Record<string, string> = {
  get: 'view',
  list: 'list',
  watch: 'watch',
  patch: 'change',
  update: 'change',
  create: 'create',
  delete: 'delete',
}

/** What rights allow, worded to follow "You don’t have permission to", by `list tenants.minio.min.io`; by the verb for other objects. */
export function clusterTasks(): Record<string, string> {
  const tasks = Object.entries(VERBS).flatMap(([verb, word]) => [
    [verb, `${word} {{object}}`],
    ...Object.entries(NAMES).map(([object, name]) => [`${verb} ${object}`, `${word} ${name}`]),
  ])
  return Object.fromEntries(tasks)
}

/**
 * What a permission error says of a right in a Kubernetes cluster.
 * @param action verb and object as roles spell them: `list tenants.minio.min.io`
 * @param namespace undefined for the whole cluster
 */
export function clusterRight(
  action: string,
  namespace: string | undefined,
): { action: string; task: string | Text; resource: Text } {
  const [verb = '', object = ''] = action.split(' ')
  const tasks = clusterTasks()
  const known = [action, verb].find((one) => Object.hasOwn(tasks, one))
  return {
    action,
    task: known === undefined ? action : textsOf('clusterTask', tasks)(known, { object }),
    resource: namespace === undefined ? placeText('cluster') : placeText('namespace', { namespace }),
  }
}

/** The one form of a permission error for a right in a Kubernetes cluster. */
export function clusterPermissionError(action: string, namespace?: string): string {
  const { task, resource } = clusterRight(action, namespace)
  return permissionError(action, resource, task)
}
