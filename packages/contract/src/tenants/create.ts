import * as z from 'zod/mini'
import { route } from '../route.ts'
import { CLUSTER_WRITE_ERRORS, objectName, TENANT_ERRORS, tenantParams } from './tenant-params.ts'
import { imageRegistry } from './tenants.ts'

const text = z.string().check(z.maxLength(4096))
const optionalText = z._default(text, '')
/** A custom image; empty means the default. */
const image = z._default(z.string().check(z.maxLength(512)), '')
/** PEM in base64. */
const certificate = z.string().check(z.maxLength(256 * 1024))
const keyPair = z.strictObject({ crt: certificate, key: certificate })
const count = z.number().check(z.int(), z.minimum(1), z.maximum(10_000))
const bytes = z.number().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))
/** Conditions of one kind on where pods run, and what one compares with: the names of nodes, for example. */
const MAX_CONDITIONS = 100
const MAX_VALUES = 1_000
const textMap = z.record(z.string().check(z.maxLength(317)), z.string().check(z.maxLength(63)))

const nodeSelectorTerm = z.strictObject({
  matchExpressions: z
    .array(
      z.strictObject({
        key: text,
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
        values: z.optional(z.array(text).check(z.maxLength(MAX_VALUES))),
      }),
    )
    .check(z.maxLength(MAX_CONDITIONS)),
})
const podAffinityTerm = z.strictObject({
  labelSelector: z.strictObject({
    matchExpressions: z
      .array(
        z.strictObject({
          key: text,
          operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
          values: z.optional(z.array(text).check(z.maxLength(MAX_VALUES))),
        }),
      )
      .check(z.maxLength(MAX_CONDITIONS)),
  }),
  topologyKey: text,
})
export const poolAffinity = z.strictObject({
  podAntiAffinity: z.optional(
    z.strictObject({
      requiredDuringSchedulingIgnoredDuringExecution: z.array(podAffinityTerm).check(z.maxLength(MAX_CONDITIONS)),
    }),
  ),
  nodeAffinity: z.optional(
    z.strictObject({
      requiredDuringSchedulingIgnoredDuringExecution: z.strictObject({
        nodeSelectorTerms: z.array(nodeSelectorTerm).check(z.maxLength(MAX_CONDITIONS)),
      }),
    }),
  ),
})
export type PoolAffinity = z.infer<typeof poolAffinity>

const resources = z.strictObject({
  requests: z.optional(z.strictObject({ memory: z.optional(bytes), cpu: z.optional(bytes) })),
  limits: z.optional(z.strictObject({ memory: z.optional(bytes), cpu: z.optional(bytes) })),
})

/** A pool to create (spec operator-mode 3). */
export const newPool = z.strictObject({
  /** Default: the first `pool-{n}` that is free. */
  name: z._default(z.string().check(z.maxLength(63), z.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?)?$/)), ''),
  servers: count,
  volumes_per_server: count,
  volume_configuration: z.strictObject({
    size: z.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
    /** Empty: the cluster's default class. */
    storage_class_name: z._default(z.string().check(z.maxLength(253)), ''),
    labels: z.optional(z.nullable(textMap)),
  }),
  resources: z.optional(resources),
  affinity: z.optional(z.nullable(poolAffinity)),
})
export type NewPool = z.infer<typeof newPool>

export const addPool = route('tenants.addPool', 'POST /api/v1/namespaces/:namespace/tenants/:tenant/pools', {
  summary: 'Expands a tenant with a pool.',
  params: tenantParams,
  body: newPool,
  status: 201,
  errors: [...CLUSTER_WRITE_ERRORS, ...TENANT_ERRORS, 'InvalidTenant'],
})

const volume = z.strictObject({
  storageClass: optionalText,
  /** Gi */
  storageSize: z.number().check(z.minimum(1), z.maximum(1_000_000)),
  image,
})

const vault = z.strictObject({
  endpoint: text,
  engine: optionalText,
  namespace: optionalText,
  prefix: optionalText,
  approle: z.strictObject({ engine: optionalText, id: text, secret: text, retry: z._default(z.number(), 0) }),
  tls: z.optional(
    z.strictObject({ key: z.optional(certificate), crt: z.optional(certificate), ca: z.optional(certificate) }),
  ),
  status: z.optional(z.strictObject({ ping: z._default(z.number(), 0) })),
})
const aws = z.strictObject({
  secretsmanager: z.strictObject({
    endpoint: text,
    region: text,
    kmskey: optionalText,
    credentials: z.strictObject({ accesskey: text, secretkey: text, token: optionalText }),
  }),
})
const gemalto = z.strictObject({
  keysecure: z.strictObject({
    endpoint: text,
    credentials: z.strictObject({ token: text, domain: text, retry: z._default(z.number(), 0) }),
    tls: z.optional(z.strictObject({ ca: z.optional(certificate) })),
  }),
})
const gcp = z.strictObject({
  secretmanager: z.strictObject({
    project_id: text,
    endpoint: optionalText,
    credentials: z.optional(
      z.strictObject({
        client_email: optionalText,
        client_id: optionalText,
        private_key_id: optionalText,
        private_key: z._default(z.string().check(z.maxLength(16_384)), ''),
      }),
    ),
  }),
})

/** Exactly one provider. */
export const newEncryption = z.strictObject({
  image,
  client: z.optional(keyPair),
  server: z.optional(keyPair),
  vault: z.optional(vault),
  aws: z.optional(aws),
  gemalto: z.optional(gemalto),
  gcp: z.optional(gcp),
})
export type NewEncryption = z.infer<typeof newEncryption>

/** One of the three. */
export const newIdp = z.strictObject({
  keys: z.optional(z.array(z.strictObject({ access_key: text, secret_key: text })).check(z.maxLength(100))),
  oidc: z.optional(
    z.strictObject({
      url: optionalText,
      configuration_url: optionalText,
      client_id: text,
      secret_id: text,
      claim_name: optionalText,
      callback_url: optionalText,
      scopes: optionalText,
    }),
  ),
  active_directory: z.optional(
    z.strictObject({
      url: text,
      skip_tls_verification: z._default(z.boolean(), false),
      server_insecure: z._default(z.boolean(), false),
      server_start_tls: z._default(z.boolean(), false),
      /** Servers since 2022 don’t support it; not stored. */
      username_format: optionalText,
      /** Older names of `user_dn_search_filter`. */
      user_search_filter: optionalText,
      username_search_filter: optionalText,
      user_dn_search_base_dn: optionalText,
      user_dn_search_filter: optionalText,
      group_search_base_dn: optionalText,
      group_search_filter: optionalText,
      /** Servers since 2022 don’t support it; not stored. */
      group_name_attribute: optionalText,
      lookup_bind_dn: optionalText,
      lookup_bind_password: optionalText,
      user_dns: z.optional(z.array(text).check(z.maxLength(MAX_VALUES))),
    }),
  ),
})
export type NewIdp = z.infer<typeof newIdp>

/** A tenant to create (spec operator-mode 3, Tenant creation payload). */
export const newTenant = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9-]{3,63}$/)),
  namespace: objectName,
  /** Root credentials; generated if empty. */
  access_key: optionalText,
  secret_key: optionalText,
  /** Always empty; for older consoles. */
  access_keys: z.optional(z.array(text).check(z.maxLength(100))),
  secret_keys: z.optional(z.array(text).check(z.maxLength(100))),
  enable_tls: z._default(z.boolean(), true),
  enable_console: z._default(z.boolean(), true),
  enable_prometheus: z._default(z.boolean(), true),
  service_name: optionalText,
  image,
  console_image: image,
  expose_minio: z._default(z.boolean(), true),
  expose_console: z._default(z.boolean(), true),
  pools: z.array(newPool).check(z.minLength(1), z.maxLength(32)),
  /** 0: the server's default. */
  erasureCodingParity: z._default(z.number().check(z.int(), z.minimum(0)), 0),
  image_registry: z.optional(imageRegistry),
  image_pull_secret: optionalText,
  logSearchConfiguration: z.optional(z.extend(volume, { postgres_image: image })),
  prometheusConfiguration: z.optional(volume),
  tls: z.optional(
    z.strictObject({
      minio: z.optional(z.array(keyPair).check(z.maxLength(100))),
      console: z.optional(keyPair),
      ca_certificates: z.optional(z.array(certificate).check(z.maxLength(100))),
      console_ca_certificates: z.optional(z.array(certificate).check(z.maxLength(100))),
    }),
  ),
  encryption: z.optional(newEncryption),
  idp: z.optional(newIdp),
})
export type NewTenant = z.infer<typeof newTenant>

export const consoleKey = z.object({ access_key: z.string(), secret_key: z.string() })
export type ConsoleKey = z.infer<typeof consoleKey>

/** All or nothing: what it created before a failure is removed. */
export const createTenant = route('tenants.create', 'POST /api/v1/tenants', {
  summary: 'Creates a tenant. Only this response contains the credentials of its console.',
  body: newTenant,
  bodyLimit: 4 * 1024 * 1024,
  response: z.object({
    /** Whether an identity provider has the users; then `console` is empty. */
    externalIDP: z.boolean(),
    console: z.array(consoleKey),
  }),
  errors: [...CLUSTER_WRITE_ERRORS, 'OperatorNotInstalled', 'InvalidTenant', 'InvalidParity', 'NamespaceHasTenant'],
})

export const createNamespace = route('tenants.createNamespace', 'POST /api/v1/namespace', {
  summary: 'Creates a namespace.',
  body: z.strictObject({ name: objectName }),
  status: 201,
  errors: CLUSTER_WRITE_ERRORS,
})

/** Element names are the name of the storage class with this suffix. */
export const CLASS_QUOTA_SUFFIX = '.storageclass.storage.k8s.io/requests.storage'

/** Without a quota, lists every storage class of the cluster without a limit. */
export const getResourceQuota = route('tenants.quota', 'GET /api/v1/namespaces/:namespace/resourcequotas/:quota', {
  summary: 'Returns how much storage of each class the quota of a namespace still allows.',
  params: z.strictObject({ namespace: objectName, quota: objectName }),
  response: z.object({
    /** '' if there is no such quota. */
    name: z.string(),
    /** Bytes. `hard` is at most 2^53 - 1, which also means no limit. */
    elements: z.array(z.object({ name: z.string(), hard: z.number(), used: z.number() })),
  }),
  errors: [
    'ClusterUnreachable',
    'ClusterUntrusted',
    'ClusterTimeout',
    'ClusterError',
    'ClusterObjectMissing',
    'NoSuchNamespace',
  ],
})
