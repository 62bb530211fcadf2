export const GI = 1024 ** 3

/** What the wizard sends (spec operator-mode 3). */
export const payload = (name: string, namespace: string) => ({
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
  image: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
  console_image: '',
  expose_minio: true,
  expose_console: true,
  pools: [
    {
      name: 'pool-0',
      servers: 4,
      volumes_per_server: 1,
      volume_configuration: { size: GI, storage_class_name: 'standard', labels: null },
      resources: { requests: { memory: 2 * GI }, limits: { memory: 2 * GI } },
      affinity: null,
    },
  ],
  erasureCodingParity: 2,
  idp: { keys: [{ access_key: 'consoleuser', secret_key: 'consolesecret' }] },
})
