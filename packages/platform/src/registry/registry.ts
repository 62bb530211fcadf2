/** Reads and changes objects by the rules of Kubernetes: names, versions, validation, defaults, deletion in steps. */
import { randomBytes, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  alreadyExists,
  badRequest,
  type Cause,
  conflict,
  forbidden,
  invalid,
  MODIFIED,
  notFound,
  quoted,
} from '../api-error.ts'
import { isRecord, type Json, type Meta, type Obj, recordAt, textAt, timestamp } from '../objects.ts'
import { apiVersionOf, keyOf, NAMESPACES, PODS, type ResourceType } from '../resources.ts'
import { check, checkChange, hasRules, prune } from '../schema/schema.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { type Hooks, hooksOf } from './hooks.ts'
import { mergePatch } from './merge-patch.ts'

export interface WriteOptions {
  /** Rejects unknown fields instead of warning about them. */
  isStrict?: boolean
  isDryRun?: boolean
  /** Whether only the status is written; otherwise everything else is. */
  isStatus?: boolean
}

export interface Written {
  object: Obj
  warnings: string[]
}

export interface DeleteOptions {
  propagation?: string | undefined
  gracePeriodSeconds?: number | undefined
  uid?: string | undefined
  resourceVersion?: string | undefined
  isDryRun?: boolean
}

export const FOREGROUND = 'foregroundDeletion'
export const ORPHAN = 'orphan'
const POD_GRACE_SECONDS = 30

const DNS_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

export class Registry {
  readonly store: ObjectStore

  constructor(store: ObjectStore) {
    this.store = store
  }

  /** @throws ApiError */
  get(type: ResourceType, namespace: string | undefined, name: string): Obj {
    const object = this.store.get(type, namespace, name)
    if (object === undefined) throw notFound(type, name)
    return object
  }

  /** @throws ApiError */
  create(type: ResourceType, namespace: string | undefined, body: unknown, options: WriteOptions = {}): Written {
    const { value, warnings } = this.#decode(type, body, options)
    const given = recordAt(value, 'metadata')
    if (typeof given.namespace === 'string' && type.isNamespaced && given.namespace !== namespace) {
      throw badRequest(`the namespace of the provided object does not match the namespace sent on the request`)
    }
    const name = nameOf(given)
    const metadata: Meta = {
      ...readMeta(given),
      name,
      ...(namespace !== undefined && { namespace }),
      uid: randomUUID(),
      resourceVersion: '',
      creationTimestamp: timestamp(),
      ...(isCounted(type) && { generation: 1 }),
    }
    const { status: _status, ...rest } = value
    let object: Obj = {
      ...(type.hasStatus ? rest : value),
      apiVersion: apiVersionOf(type),
      kind: type.kind,
      metadata,
    }
    if (type.isNamespaced) this.#requireNamespace(type, namespace ?? '', name)
    const hooks: Hooks = hooksOf(type)
    object = hooks.beforeCreate?.(object, this.store) ?? object
    this.#validate(type, object, undefined)
    if (this.store.get(type, namespace, name) !== undefined) throw alreadyExists(type, name)
    hooks.admit?.(object, this.store)
    if (options.isDryRun) return { object, warnings }
    return { object: this.store.put(type, object), warnings }
  }

  /** @throws ApiError */
  replace(
    type: ResourceType,
    namespace: string | undefined,
    name: string,
    body: unknown,
    options: WriteOptions = {},
  ): Written {
    const { value, warnings } = this.#decode(type, body, options)
    const given = recordAt(value, 'metadata')
    if (textAt(given, 'name') !== name) {
      throw badRequest(`the name of the object (${given.name}) does not match the name on the URL (${name})`)
    }
    const current = this.get(type, namespace, name)
    const version = textAt(given, 'resourceVersion') ?? ''
    if (version === '' && type.isCustom) {
      const message = 'Invalid value: 0: must be specified for an update'
      throw invalid(type, name, [{ reason: 'FieldValueInvalid', message, field: 'metadata.resourceVersion' }])
    }
    return { object: this.#update(type, current, value, version, options), warnings }
  }

  /** @throws ApiError */
  patch(
    type: ResourceType,
    namespace: string | undefined,
    name: string,
    patch: unknown,
    options: WriteOptions = {},
  ): Written {
    if (!isRecord(patch)) throw badRequest('the patch must be a JSON object')
    const current = this.get(type, namespace, name)
    const { value, warnings } = this.#decode(type, mergePatch(current, patch), options)
    const version = textAt(patch, 'metadata', 'resourceVersion') ?? ''
    return { object: this.#update(type, current, value, version, options), warnings }
  }

  /** Removes an object, or starts its deletion if it has finalizers or is a pod with a grace period. */
  remove(
    type: ResourceType,
    namespace: string | undefined,
    name: string,
    options: DeleteOptions = {},
  ): Obj | undefined {
    const current = this.get(type, namespace, name)
    const { uid, resourceVersion } = current.metadata
    if (options.uid !== undefined && options.uid !== uid) {
      throw conflict(type, name, `Precondition failed: UID in precondition: ${options.uid}, UID in object meta: ${uid}`)
    }
    if (options.resourceVersion !== undefined && options.resourceVersion !== resourceVersion) {
      const why = `Precondition failed: ResourceVersion in precondition: ${options.resourceVersion}, ResourceVersion in object meta: ${resourceVersion}`
      throw conflict(type, name, why)
    }
    if (options.isDryRun) return current
    const finalizers = new Set(current.metadata.finalizers)
    if (options.propagation === 'Foreground') finalizers.add(FOREGROUND)
    if (options.propagation === 'Orphan') finalizers.add(ORPHAN)
    const grace = this.#graceOf(type, current, options.gracePeriodSeconds)
    // A namespace is emptied first.
    if (finalizers.size === 0 && grace === 0 && type !== NAMESPACES) {
      this.store.remove(type, current)
      return undefined
    }
    const isEarlier = current.metadata.deletionTimestamp === undefined || grace === 0
    const metadata: Meta = {
      ...current.metadata,
      deletionTimestamp: isEarlier
        ? timestamp(Date.now() + grace * 1000)
        : (current.metadata.deletionTimestamp ?? timestamp()),
      deletionGracePeriodSeconds: grace,
      ...(finalizers.size > 0 && { finalizers: [...finalizers] }),
    }
    const status = type === NAMESPACES ? { status: { phase: 'Terminating' } } : {}
    return this.store.put(type, { ...current, ...status, metadata })
  }

  /** Changes an object on behalf of a controller: without validation, and only if something is different. */
  set(type: ResourceType, object: Obj): Obj {
    const current = this.store.get(type, object.metadata.namespace, object.metadata.name)
    if (current === undefined) throw notFound(type, object.metadata.name)
    return isDeepStrictEqual(current, object) ? current : this.#store(type, object)
  }

  #update(type: ResourceType, current: Obj, value: Json, version: string, options: WriteOptions): Obj {
    const { name } = current.metadata
    const given = recordAt(value, 'metadata')
    if (version !== '' && version !== current.metadata.resourceVersion) throw conflict(type, name, MODIFIED)
    if (typeof given.uid === 'string' && given.uid !== '' && given.uid !== current.metadata.uid) {
      const why = `Precondition failed: UID in precondition: ${given.uid}, UID in object meta: ${current.metadata.uid}`
      throw conflict(type, name, why)
    }
    const next = options.isStatus ? { ...current, status: value.status } : this.#changed(type, current, value)
    hooksOf(type).checkUpdate?.(current, next)
    this.#validate(type, next, current)
    if (isDeepStrictEqual(clean(current), clean(next)) || options.isDryRun) return current
    return this.#store(type, next)
  }

  #changed(type: ResourceType, current: Obj, value: Json): Obj {
    const { metadata } = current
    const next: Obj = {
      ...value,
      apiVersion: current.apiVersion,
      kind: current.kind,
      metadata: {
        ...readMeta(recordAt(value, 'metadata')),
        name: metadata.name,
        ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
        uid: metadata.uid,
        resourceVersion: metadata.resourceVersion,
        creationTimestamp: metadata.creationTimestamp,
        ...(metadata.generation !== undefined && { generation: metadata.generation }),
        ...(metadata.deletionTimestamp !== undefined && { deletionTimestamp: metadata.deletionTimestamp }),
        ...(metadata.deletionGracePeriodSeconds !== undefined && {
          deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds,
        }),
      },
    }
    if (type.hasStatus) {
      if (current.status === undefined) delete next.status
      else next.status = current.status
    }
    const hooked = hooksOf(type).beforeUpdate?.(next) ?? next
    if (metadata.generation !== undefined && !isDeepStrictEqual(bodyOf(type, current), bodyOf(type, hooked))) {
      hooked.metadata.generation = metadata.generation + 1
    }
    return hooked
  }

  /** An object that is being deleted disappears with its last finalizer. */
  #store(type: ResourceType, object: Obj): Obj {
    const { deletionTimestamp, finalizers = [] } = object.metadata
    const waits = finalizers.length > 0 || type === PODS || type === NAMESPACES
    if (deletionTimestamp === undefined || waits) return this.store.put(type, object)
    this.store.remove(type, object)
    return object
  }

  #graceOf(type: ResourceType, pod: Obj, given: number | undefined): number {
    if (type !== PODS) return 0
    const own = recordAt(pod, 'spec').terminationGracePeriodSeconds
    // A pod without a node has no process that must end first.
    if (textAt(pod, 'spec', 'nodeName') === undefined) return 0
    return given ?? (typeof own === 'number' ? own : POD_GRACE_SECONDS)
  }

  #decode(type: ResourceType, body: unknown, { isStrict }: WriteOptions): { value: Json; warnings: string[] } {
    if (!isRecord(body)) throw badRequest('the object provided is unrecognized (must be of type JSON object)')
    const { apiVersion, kind, metadata, ...rest } = body
    if (kind !== undefined && kind !== '' && kind !== type.kind) {
      throw badRequest(
        `${kind} in version "${apiVersion}" cannot be handled as a ${type.kind}: no kind "${kind}" is registered for ${apiVersionOf(type)}`,
      )
    }
    if (apiVersion !== undefined && apiVersion !== '' && apiVersion !== apiVersionOf(type)) {
      throw badRequest(
        `the API version in the data (${apiVersion}) does not match the expected API version (${apiVersionOf(type)})`,
      )
    }
    if (metadata !== undefined && !isRecord(metadata)) throw badRequest('metadata must be a JSON object')
    const dropped: string[] = []
    const value = prune(type.shape, rest, dropped) as Json
    const warnings = dropped.map((field) => `unknown field ${JSON.stringify(field)}`)
    if (isStrict && warnings.length > 0) {
      throw badRequest(
        `${type.kind} in version "${type.version}" cannot be handled as a ${type.kind}: strict decoding error: ${warnings.join(', ')}`,
      )
    }
    return { value: { ...value, metadata: metadata ?? {} }, warnings }
  }

  #validate(type: ResourceType, object: Obj, previous: Obj | undefined): void {
    const { apiVersion: _version, kind: _kind, metadata, ...rest } = object
    const nameCauses = previous === undefined ? checkName(type, metadata.name) : []
    const causes = [...nameCauses, ...checkMeta(metadata), ...checkBody(type, rest, previous)]
    if (causes.length > 0) throw invalid(type, metadata.name, causes)
  }

  #requireNamespace(type: ResourceType, namespace: string, name: string): void {
    const found = this.store.get(NAMESPACES, undefined, namespace)
    if (found === undefined) throw notFound(NAMESPACES, namespace)
    if (found.metadata.deletionTimestamp === undefined) return
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`
    throw forbidden(type, name, why)
  }
}

/** Whether the objects have a generation, which counts the changes of their specification. */
function isCounted(type: ResourceType): boolean {
  return type.isCustom || keyOf(type) === 'pods.'
}

/** What a generation covers: everything except the metadata, and except the status if it has its own path. */
function bodyOf({ hasStatus }: ResourceType, { metadata: _metadata, status, ...rest }: Obj): Json {
  return hasStatus ? rest : { ...rest, status }
}

function clean({ metadata, ...rest }: Obj): Json {
  return JSON.parse(JSON.stringify({ ...rest, metadata: { ...metadata, resourceVersion: '' } }))
}

function nameOf(metadata: Json): string {
  const { name, generateName } = metadata
  if (typeof name === 'string' && name !== '') return name
  if (typeof generateName === 'string' && generateName !== '') return generateName + randomSuffix()
  return ''
}

/** Like those of Kubernetes: without vowels, and without digits that look like letters. */
export function randomSuffix(): string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789'
  return [...randomBytes(5)].map((byte) => letters[byte % letters.length]).join('')
}

/** What a client may set in the metadata. */
function readMeta(given: Json): Partial<Meta> {
  const { labels, annotations, finalizers, ownerReferences } = given
  return {
    ...(isRecord(labels) && { labels: labels as Record<string, string> }),
    ...(isRecord(annotations) && { annotations: annotations as Record<string, string> }),
    ...(Array.isArray(finalizers) && finalizers.length > 0 && { finalizers }),
    ...(Array.isArray(ownerReferences) && ownerReferences.length > 0 && { ownerReferences }),
  }
}

/** As in Kubernetes, whether a change is allowed is checked only if the values are valid. */
function checkBody(type: ResourceType, body: Json, previous: Obj | undefined): Cause[] {
  const causes = check(type.shape, body, '')
  if (causes.length === 0) return previous === undefined ? [] : checkChange(type.shape, body, previous, '')
  const isShape = causes.some(({ reason }) => reason !== 'FieldValueDuplicate')
  return isShape && hasRules(type.shape) ? [...causes, UNCHECKED_RULES] : causes
}

const UNCHECKED_RULES: Cause = {
  reason: 'FieldValueInvalid',
  message:
    'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
  field: '<nil>',
}

function checkName(type: ResourceType, name: string): Cause[] {
  const field = 'metadata.name'
  if (name === '') {
    return [{ reason: 'FieldValueRequired', message: 'Required value: name or generateName is required', field }]
  }
  const isLabel = ['namespaces.', 'services.'].includes(keyOf(type))
  // Roles can have any name that is valid in a path.
  if (type.group === 'rbac.authorization.k8s.io' && !/[/%]/.test(name) && name !== '.' && name !== '..') return []
  const pattern = isLabel ? DNS_LABEL : DNS_NAME
  if (pattern.test(name) && name.length <= (isLabel ? 63 : 253)) return []
  const rule = isLabel
    ? "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"
    : "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
  return [{ reason: 'FieldValueInvalid', message: `Invalid value: ${quoted(name)}: ${rule}`, field }]
}

function checkMeta({ labels = {}, annotations = {}, ownerReferences = [] }: Meta): Cause[] {
  const causes: Cause[] = []
  for (const [name, value] of Object.entries(labels)) {
    const isFit = typeof value === 'string' && /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/.test(value)
    const message = `Invalid value: ${quoted(value)}: a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character`
    if (!isFit || name === '') causes.push({ reason: 'FieldValueInvalid', message, field: 'metadata.labels' })
  }
  for (const value of Object.values(annotations)) {
    const message = `Invalid value: ${quoted(value)}: must be a string`
    if (typeof value !== 'string') causes.push({ reason: 'FieldValueInvalid', message, field: 'metadata.annotations' })
  }
  for (const [index, owner] of ownerReferences.entries()) {
    for (const field of ['apiVersion', 'kind', 'name', 'uid']) {
      if (textAt(owner, field)) continue
      const message = `Invalid value: "": must not be empty`
      causes.push({ reason: 'FieldValueInvalid', message, field: `metadata.ownerReferences[${index}].${field}` })
    }
  }
  return causes
}
