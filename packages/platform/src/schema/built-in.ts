/**
 * Built-in resources of Kubernetes, to the extent that the console uses them. Their full schemas aren't the purpose of this platform:
 * everything below the fields that matter is kept unchecked.
 */
import { fields, flag, free, integer, list, quantities, type Shape, text, texts } from './schema.ts'

export const NAMESPACE = fields({ spec: free, status: free })

export const POD = fields({
  'spec!': fields({
    'containers!': list(
      fields({ 'name!': text, image: text, ...keepUnknown('command', 'args', 'env', 'ports', 'resources') }),
      {
        minItems: 1,
      },
    ),
    ...keepUnknown('initContainers', 'volumes', 'tolerations', 'affinity', 'securityContext'),
    nodeName: text,
    nodeSelector: texts,
    hostname: text,
    subdomain: text,
    serviceAccountName: text,
    automountServiceAccountToken: flag,
    restartPolicy: text,
    terminationGracePeriodSeconds: integer,
  }),
  status: free,
})

export const EVENT = fields({
  'involvedObject!': free,
  type: text,
  reason: text,
  message: text,
  source: free,
  count: integer,
  action: text,
  related: free,
  reportingComponent: text,
  reportingInstance: text,
  ...keepUnknown('firstTimestamp', 'lastTimestamp', 'eventTime', 'series'),
})

export const SECRET = fields({ type: text, immutable: flag, data: texts, stringData: texts })
export const SERVICE = fields({ spec: free, status: free })
export const NODE = fields({ spec: free, status: free })
export const RESOURCE_QUOTA = fields({
  spec: fields({ hard: quantities, ...keepUnknown('scopes', 'scopeSelector') }),
  status: free,
})

export const STORAGE_CLASS = fields({
  'provisioner!': text,
  parameters: texts,
  reclaimPolicy: text,
  volumeBindingMode: text,
  allowVolumeExpansion: flag,
  mountOptions: list(text),
  allowedTopologies: list(free),
})

export const PERSISTENT_VOLUME_CLAIM = fields({
  'spec!': fields({
    'accessModes!': list(text, { minItems: 1 }),
    storageClassName: text,
    volumeName: text,
    volumeMode: text,
    'resources!': fields({ 'requests!': quantities, limits: quantities }),
    ...keepUnknown('selector', 'dataSource', 'dataSourceRef'),
  }),
  status: free,
})

export const SERVICE_ACCOUNT = fields({
  automountServiceAccountToken: flag,
  ...keepUnknown('secrets', 'imagePullSecrets'),
})

const rules = list(
  fields({
    'verbs!': list(text),
    apiGroups: list(text),
    resources: list(text),
    resourceNames: list(text),
    nonResourceURLs: list(text),
  }),
)

export const ROLE = fields({ rules, aggregationRule: free })
export const ROLE_BINDING = fields({
  'roleRef!': fields({ 'apiGroup!': text, 'kind!': text, 'name!': text }),
  subjects: list(fields({ 'kind!': text, apiGroup: text, 'name!': text, namespace: text })),
})

function keepUnknown(...names: string[]): Record<string, Shape> {
  return Object.fromEntries(names.map((name) => [name, free]))
}
