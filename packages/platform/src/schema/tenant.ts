/** The fields of tenants that the console relies on: those of the current operator, and those of the operator of 2021. */
import { atLeast, fields, flag, free, integer, list, quantities, type Shape, text, texts } from './schema.ts'

const localSecret = fields({ name: text })
const secretReference = fields({ 'name!': text, type: text })

const claimTemplate = fields({
  apiVersion: text,
  kind: text,
  metadata: fields({ name: text, namespace: text, labels: texts, annotations: texts, finalizers: list(text) }),
  spec: fields({
    accessModes: list(text),
    storageClassName: text,
    resources: fields({ requests: quantities, limits: quantities }),
    selector: free,
    volumeMode: text,
    volumeName: text,
    dataSource: free,
    dataSourceRef: free,
    volumeAttributesClassName: text,
  }),
  status: free,
})

function pool(named: boolean): Shape {
  return fields({
    [named ? 'name!' : 'name']: text,
    // The API server can compare a pool with its earlier state only if pools are identified by name.
    [named ? 'servers!=' : 'servers!']: atLeast(1),
    [named ? 'volumesPerServer!=' : 'volumesPerServer!']: atLeast(1),
    'volumeClaimTemplate!': claimTemplate,
    resources: fields({ requests: quantities, limits: quantities, claims: list(free) }),
    nodeSelector: texts,
    affinity: free,
    tolerations: list(free),
    topologySpreadConstraints: list(free),
    securityContext: free,
    containerSecurityContext: free,
    annotations: texts,
    labels: texts,
    runtimeClassName: text,
    reclaimStorage: flag,
  })
}

const kes = fields({
  image: text,
  imagePullPolicy: text,
  replicas: integer,
  'kesSecret!': localSecret,
  keyName: text,
  externalCertSecret: secretReference,
  clientCertSecret: secretReference,
  gcpCredentialSecretName: text,
  gcpWorkloadIdentityPool: text,
  serviceAccountName: text,
  labels: texts,
  annotations: texts,
  nodeSelector: texts,
  affinity: free,
  tolerations: list(free),
  topologySpreadConstraints: list(free),
  securityContext: free,
  containerSecurityContext: free,
  resources: free,
  env: list(free),
})

const shared = {
  image: text,
  imagePullPolicy: text,
  imagePullSecret: localSecret,
  configuration: localSecret,
  env: list(fields({ 'name!': text, value: text, valueFrom: free })),
  requestAutoCert: flag,
  certConfig: fields({ commonName: text, organizationName: list(text), dnsNames: list(text) }),
  externalCertSecret: list(secretReference),
  externalCaCertSecret: list(secretReference),
  externalClientCertSecret: secretReference,
  externalClientCertSecrets: list(secretReference),
  users: list(localSecret),
  buckets: list(fields({ name: text, region: text, objectLock: flag })),
  exposeServices: fields({ minio: flag, console: flag }),
  serviceMetadata: free,
  serviceAccountName: text,
  priorityClassName: text,
  podManagementPolicy: text,
  mountPath: text,
  subPath: text,
  liveness: free,
  readiness: free,
  startup: free,
  logging: fields({ json: flag, anonymous: flag, quiet: flag }),
  sideCars: free,
  kes,
}

const usage = {
  capacity: integer,
  rawCapacity: integer,
  usage: integer,
  rawUsage: integer,
}

function status(tiers: boolean): Shape {
  return fields({
    currentState: text,
    availableReplicas: integer,
    revision: integer,
    syncVersion: text,
    healthStatus: text,
    healthMessage: text,
    drivesOnline: integer,
    drivesOffline: integer,
    drivesHealing: integer,
    writeQuorum: integer,
    provisionedUsers: flag,
    provisionedBuckets: flag,
    waitingOnReady: text,
    certificates: free,
    pools: list(fields({ ssName: text, state: text, legacySecurityContext: flag })),
    usage: fields({ ...usage, ...(tiers && { tiers: list(free) }) }),
  })
}

export const CURRENT_TENANT: Shape = fields({
  'spec!': fields({
    ...shared,
    additionalVolumes: list(free),
    additionalVolumeMounts: list(free),
    initContainers: list(free),
    lifecycle: free,
    poolsMetadata: fields({ labels: texts, annotations: texts }),
    certExpiryAlertThreshold: integer,
    prometheusOperator: flag,
    prometheusOperatorScrapeMetricsPaths: list(text),
    features: fields({
      bucketDNS: flag,
      domains: fields({ minio: list(text), console: text }),
      enableSFTP: flag,
    }),
    'pools!': list(pool(true), { minItems: 1, keyedBy: 'name' }),
  }),
  status: status(true),
})

export const TENANT_OF_2021: Shape = fields({
  'spec!': fields({
    ...shared,
    credsSecret: localSecret,
    s3: fields({ bucketDNS: flag }),
    features: fields({ bucketDNS: flag, domains: fields({ minio: list(text) }) }),
    log: fields({
      image: text,
      resources: free,
      nodeSelector: texts,
      affinity: free,
      tolerations: list(free),
      annotations: texts,
      labels: texts,
      serviceAccountName: text,
      securityContext: free,
      db: fields({
        image: text,
        initimage: text,
        volumeClaimTemplate: claimTemplate,
        resources: free,
        nodeSelector: texts,
        affinity: free,
        tolerations: list(free),
        annotations: texts,
        labels: texts,
        serviceAccountName: text,
        securityContext: free,
      }),
      audit: fields({ diskCapacityGB: integer }),
    }),
    prometheus: fields({
      image: text,
      sidecarimage: text,
      initimage: text,
      diskCapacityGB: integer,
      storageClassName: text,
      resources: free,
      nodeSelector: texts,
      affinity: free,
      tolerations: list(free),
      annotations: texts,
      labels: texts,
      serviceAccountName: text,
      securityContext: free,
    }),
    'pools!': list(pool(false)),
  }),
  status: status(false),
})
