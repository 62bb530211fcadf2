/** Role-based access: what the bindings of a user allow. */
import { listAt, type Obj, recordAt, textAt } from '../objects.ts'
import { CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES, ROLE_BINDINGS, ROLES } from '../resources.ts'
import type { ObjectStore } from '../store/object-store.ts'
import type { User } from './tokens.ts'

export interface Attempt {
  verb: string
  group: string
  /** With a subresource: `pods/log`. */
  resource: string
  namespace?: string | undefined
  name?: string | undefined
}

/** Whether a role that is bound to the user allows it, cluster-wide or in the namespace. */
export function isAllowed(store: ObjectStore, user: User, attempt: Attempt): boolean {
  for (const binding of store.list(CLUSTER_ROLE_BINDINGS)) {
    if (isBound(binding, user) && allows(roleOf(store, binding, undefined), attempt)) return true
  }
  const { namespace } = attempt
  if (namespace === undefined) return false
  return store
    .list(ROLE_BINDINGS, namespace)
    .some((binding) => isBound(binding, user, namespace) && allows(roleOf(store, binding, namespace), attempt))
}

function isBound(binding: Obj, { username, groups }: User, bindingNamespace?: string): boolean {
  return listAt(binding, 'subjects').some((subject) => {
    const [kind, name] = [textAt(subject, 'kind'), textAt(subject, 'name') ?? '']
    if (kind === 'User') return name === username
    if (kind === 'Group') return groups.includes(name)
    const namespace = textAt(subject, 'namespace') ?? bindingNamespace
    return kind === 'ServiceAccount' && username === `system:serviceaccount:${namespace}:${name}`
  })
}

function roleOf(store: ObjectStore, binding: Obj, namespace: string | undefined): Obj | undefined {
  const { kind, name } = recordAt(binding, 'roleRef')
  if (kind === 'ClusterRole') return store.get(CLUSTER_ROLES, undefined, String(name))
  return namespace === undefined ? undefined : store.get(ROLES, namespace, String(name))
}

function allows(role: Obj | undefined, { verb, group, resource, name }: Attempt): boolean {
  return listAt(role, 'rules').some((rule) => {
    const names = listAt(rule, 'resourceNames')
    return (
      has(listAt(rule, 'verbs'), verb) &&
      has(listAt(rule, 'apiGroups'), group) &&
      (has(listAt(rule, 'resources'), resource) || isSubresourceOfAny(rule, resource)) &&
      (names.length === 0 || (name !== undefined && names.includes(name)))
    )
  })
}

function has(list: unknown[], wanted: string): boolean {
  return list.includes('*') || list.includes(wanted)
}

function isSubresourceOfAny(rule: unknown, resource: string): boolean {
  const subresource = resource.split('/')[1]
  return subresource !== undefined && listAt(rule, 'resources').includes(`*/${subresource}`)
}
