import type { KubeObject } from './object.ts'

/** `minio.min.io/v2`, the fields of the operators from 2021 on. `log`, `prometheus`, `console` and `credsSecret` exist only in old ones. */
export interface Tenant extends KubeObject {
  spec: TenantSpec
  status?: TenantStatus
}

export interface TenantSpec {
  pools: TenantPool[]
  image?: string
  imagePullSecret?: { name?: string }
  /** The secret whose key `config.env` holds the settings and root keys. */
  configuration?: { name?: string }
  env?: { name: string; value?: string; [field: string]: unknown }[]
  /** Whether the operator issues the certificates. Absent means true. */
  requestAutoCert?: boolean
  externalCertSecret?: SecretReference[]
  externalCaCertSecret?: SecretReference[]
  externalClientCertSecret?: SecretReference
  users?: { name: string }[]
  exposeServices?: { minio?: boolean; console?: boolean }
  kes?: { image?: string; replicas?: number; kesSecret?: { name?: string }; [field: string]: unknown }
  features?: { enableSFTP?: boolean; [field: string]: unknown }
  mountPath?: string
  log?: { [field: string]: unknown }
  prometheus?: { [field: string]: unknown }
  console?: {
    image?: string
    consoleSecret?: { name?: string }
    externalCertSecret?: SecretReference
    externalCaCertSecret?: SecretReference[]
    [field: string]: unknown
  }
  credsSecret?: { name?: string }
  [field: string]: unknown
}

/** `type` is the secret's type, which decides between the keys `tls.crt` and `public.crt`. */
export interface SecretReference {
  name: string
  type?: string
}

export interface TenantPool {
  name?: string
  servers: number
  volumesPerServer: number
  volumeClaimTemplate: {
    metadata?: { name?: string; labels?: Record<string, string>; annotations?: Record<string, string> }
    spec: {
      accessModes?: string[]
      storageClassName?: string
      resources?: { requests?: Record<string, string | number> }
      [field: string]: unknown
    }
    [field: string]: unknown
  }
  resources?: { requests?: Record<string, string | number>; limits?: Record<string, string | number> }
  nodeSelector?: Record<string, string>
  affinity?: { [field: string]: unknown }
  tolerations?: { [field: string]: unknown }[]
  securityContext?: { [field: string]: unknown }
  [field: string]: unknown
}

/** Written by the operator. */
export interface TenantStatus {
  currentState?: string
  healthStatus?: string
  healthMessage?: string
  drivesOnline?: number
  drivesOffline?: number
  drivesHealing?: number
  writeQuorum?: number
  usage?: { capacity?: number; rawCapacity?: number; usage?: number; rawUsage?: number; [field: string]: unknown }
  pools?: { ssName?: string; state?: string; [field: string]: unknown }[]
  [field: string]: unknown
}
