/** The API's description of itself: versions, groups, resources, schemas. */
import type { Json } from '../objects.ts'
import { apiVersionOf, DEFINITIONS, type Generation, type ResourceType, resourceTypes } from '../resources.ts'
import { toOpenApi } from '../schema/schema.ts'

/** The API of Kubernetes that this platform follows. */
const VERSION = { major: '1', minor: '34', gitVersion: 'v1.34.4+cooperage' }

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

export class Discovery {
  readonly #types: readonly ResourceType[]

  constructor(types: readonly ResourceType[]) {
    this.#types = types
  }

  /** Undefined for a path that isn't about the API itself. */
  document(path: string): Json | undefined {
    if (path === '/version') return { ...VERSION, platform: `${process.platform}/${process.arch}` }
    if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] }
    if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups: this.#groups() }
    if (path === '/openapi/v3')
      return { paths: Object.fromEntries(this.#versions().map((each) => [pathOf(each).slice(1), {}])) }
    const openApi = /^\/openapi\/v3(\/.+)$/.exec(path)?.[1]
    if (openApi !== undefined) {
      const types = this.#types.filter((type) => pathOf(type) === openApi)
      return types.length === 0 ? undefined : openApiDocument(types)
    }
    const types = this.#types.filter((type) => pathOf(type) === path)
    if (types.length > 0) return resourceList(types)
    return this.#groups().find(({ name }) => `/apis/${name}` === path)
  }

  #versions(): ResourceType[] {
    return this.#types.filter(
      (type, index) => this.#types.findIndex((other) => pathOf(other) === pathOf(type)) === index,
    )
  }

  #groups(): Json[] {
    return this.#versions()
      .filter(({ group }) => group !== '')
      .map((type) => {
        const version = { groupVersion: apiVersionOf(type), version: type.version }
        return { kind: 'APIGroup', apiVersion: 'v1', name: type.group, versions: [version], preferredVersion: version }
      })
  }

  definitions(): Json[] {
    return this.#types.filter(({ isCustom }) => isCustom).map(definition)
  }
}

/** The definitions of the custom resources, as they would be installed in a cluster. */
export function definitionsOf(generation: Generation): Json[] {
  return new Discovery(resourceTypes(generation)).definitions()
}

function pathOf({ group, version }: ResourceType): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`
}

function resourceList(types: ResourceType[]): Json {
  const [first] = types
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: first === undefined ? '' : apiVersionOf(first),
    resources: types.flatMap((type) => {
      const { plural, kind, isNamespaced: namespaced } = type
      const resource = { name: plural, singularName: kind.toLowerCase(), namespaced, kind, verbs: VERBS }
      const status = { name: `${plural}/status`, singularName: '', namespaced, kind, verbs: ['get', 'patch', 'update'] }
      return type.hasStatus ? [resource, status] : [resource]
    }),
  }
}

/** The schema of a whole object. */
function schemaOf(type: ResourceType): Json {
  const { properties = {}, ...rest } = toOpenApi(type.shape)
  const own = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } }
  return { ...rest, properties: { ...own, ...(properties as Json) } }
}

function openApiDocument(types: ResourceType[]): Json {
  const schemas = types.map((type) => {
    const { group, version, kind } = type
    const name = `${[...group.split('.').reverse(), version, kind].filter((each) => each !== '').join('.')}`
    return [name, { ...schemaOf(type), 'x-kubernetes-group-version-kind': [{ group, version, kind }] }]
  })
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: VERSION.gitVersion },
    paths: {},
    components: { schemas: Object.fromEntries(schemas) },
  }
}

function definition(type: ResourceType): Json {
  const { group, version, plural, kind, isNamespaced } = type
  const name = `${plural}.${group}`
  const names = { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` }
  return {
    kind: DEFINITIONS.kind,
    apiVersion: apiVersionOf(DEFINITIONS),
    metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: '2025-01-01T00:00:00Z' },
    spec: {
      group,
      names,
      scope: isNamespaced ? 'Namespaced' : 'Cluster',
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schemaOf(type) },
          ...(type.hasStatus && { subresources: { status: {} } }),
        },
      ],
    },
    status: {
      acceptedNames: names,
      storedVersions: [version],
      conditions: [{ type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message: '' }],
    },
  }
}
