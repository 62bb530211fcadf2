const GI = 1024 ** 3

/** A pool of four servers with one volume of 1 GiB each. */
export const TENANT_POOL = {
  name: 'pool-0',
  servers: 4,
  volumes_per_server: 1,
  volume_configuration: { size: GI, storage_class_name: 'standard', labels: null },
  resources: { requests: { memory: 2 * GI }, limits: { memory: 2 * GI } },
  affinity: null as object | null,
}

/** What the wizard sends with all defaults (spec operator-mode 3). */
export function tenantPayload(name: string, namespace: string) {
  return {
    name,
    namespace,
    access_key: '',
    secret_key: '',
    access_keys: [],
    secret_keys: [],
    enable_tls: true,
    enable_console: true,
    enable_prometheus: true,
    service_name: '',
    image: '',
    console_image: '',
    expose_minio: true,
    expose_console: true,
    pools: [TENANT_POOL],
    erasureCodingParity: 2,
    idp: { keys: [{ access_key: 'consoleuser', secret_key: 'consolesecret' }] },
  }
}
