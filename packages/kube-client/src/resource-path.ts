import { type DeniedRight, KubeError } from './kube-error.ts'
import type { Resource } from './resources.ts'

/** Where a call goes. `namespace` is absent for cluster-wide resources, and for lists over all namespaces. */
export interface Place {
  namespace?: string | undefined
  name?: string | undefined
  subresource?: string | undefined
}

/** Path of a resource, an object or its subresource. @throws KubeError `NotFound` for a name that no object can have */
export function resourcePath({ group, version, plural, isNamespaced }: Resource, place: Place): string {
  const { namespace, name, subresource } = place
  if (isNamespaced && namespace === undefined && name !== undefined) {
    throw new TypeError(`An object of ${plural} is named together with its namespace.`)
  }
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const scope = isNamespaced && namespace !== undefined ? `/namespaces/${segment(namespace)}` : ''
  const rest = [plural, ...(name === undefined ? [] : [segment(name)]), ...(subresource ? [subresource] : [])]
  return `${root}${scope}/${rest.join('/')}`
}

/** The right that a call needs, as a role spells it. */
export function rightOf(resource: Resource, verb: string, { namespace, subresource }: Place): DeniedRight {
  const { group, plural, isNamespaced } = resource
  const path = subresource === undefined ? plural : `${plural}/${subresource}`
  return {
    verb,
    resource: group === '' ? path : `${path}.${group}`,
    ...(isNamespaced && namespace !== undefined && { namespace }),
  }
}

/** Names come from the browser: a name such as `..` must not reach another path. */
function segment(name: string): string {
  if (!/^[a-z0-9]([-a-z0-9.:]*[a-z0-9])?$/i.test(name)) {
    throw new KubeError('NotFound', `No object has the name "${name}"`, { status: 404 })
  }
  return encodeURIComponent(name)
}
