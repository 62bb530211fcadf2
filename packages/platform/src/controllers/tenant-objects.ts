/** What an operator creates for a tenant: its services, pods and claims. */
import { type Json, listAt, type Obj, recordAt, textAt } from '../objects.ts'
import { amountOf } from '../schema/schema.ts'
import { NODE_NAMES, SIMULATED } from '../seed.ts'

export interface Pool {
  name: string
  servers: number
  volumesPerServer: number
  template: Json
}

export function poolsOf(tenant: Obj): Pool[] {
  return listAt(tenant, 'spec', 'pools').map((pool, index) => ({
    // The operator of 2021 names those that have no name.
    name: textAt(pool, 'name') || `ss-${index}`,
    servers: Number(recordAt(pool).servers),
    volumesPerServer: Number(recordAt(pool).volumesPerServer),
    template: recordAt(pool, 'volumeClaimTemplate'),
  }))
}

/** The only pod of a tenant that is a process here. */
export function realPodName(tenant: Obj): string {
  return `${tenant.metadata.name}-${poolsOf(tenant)[0]?.name}-0`
}

export interface Wanted {
  services: Json[]
  pods: Json[]
  claims: Json[]
}

export function objectsOf(tenant: Obj): Wanted {
  const { name, namespace, uid } = tenant.metadata
  const owner = {
    apiVersion: tenant.apiVersion,
    kind: tenant.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  }
  const wanted: Wanted = { services: servicesOf(tenant, owner), pods: [], claims: [] }
  const real = realPodName(tenant)
  for (const { name: pool, servers, volumesPerServer, template } of poolsOf(tenant)) {
    const labels = {
      'v1.min.io/tenant': name,
      'v1.min.io/pool': pool,
      'v1.min.io/console': `${name}-console`,
    }
    const claimName = textAt(template, 'metadata', 'name') ?? 'data'
    for (let server = 0; server < servers; server++) {
      const podName = `${name}-${pool}-${server}`
      const claims = Array.from({ length: volumesPerServer }, (_, volume) => `${claimName}${volume}-${podName}`)
      wanted.pods.push({
        metadata: {
          name: podName,
          namespace,
          labels,
          ownerReferences: [owner],
          ...(podName !== real && { annotations: { [SIMULATED]: 'true' } }),
        },
        spec: podSpec(tenant, claims, wanted.pods.length),
      })
      for (const claim of claims) {
        wanted.claims.push({
          metadata: { name: claim, namespace, labels, annotations: { [SIMULATED]: 'true' } },
          spec: { accessModes: ['ReadWriteOnce'], ...recordAt(template, 'spec') },
        })
      }
    }
  }
  return wanted
}

function podSpec(tenant: Obj, claims: string[], index: number): Json {
  return {
    nodeName: NODE_NAMES[index % NODE_NAMES.length],
    containers: [
      { name: 'minio', image: textAt(tenant, 'spec', 'image') ?? 'cooperage/engine' },
      { name: 'sidecar', image: 'cooperage/simulated' },
    ],
    volumes: claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })),
  }
}

function servicesOf(tenant: Obj, owner: Json): Json[] {
  const { name, namespace } = tenant.metadata
  const exposed = recordAt(tenant, 'spec', 'exposeServices')
  const selector = { 'v1.min.io/tenant': name }
  const service = (serviceName: string, type: string, port: Json) => ({
    metadata: {
      name: serviceName,
      namespace,
      labels: selector,
      ownerReferences: [owner],
      annotations: { [SIMULATED]: 'true' },
    },
    spec: { type, selector, ports: [port] },
  })
  return [
    service('minio', exposed.minio ? 'LoadBalancer' : 'ClusterIP', { name: 'http-minio', port: 80, targetPort: 9000 }),
    service(`${name}-console`, exposed.console ? 'LoadBalancer' : 'ClusterIP', {
      name: 'http-console',
      port: 9090,
      targetPort: 9090,
    }),
    service(`${name}-hl`, 'ClusterIP', { name: 'http-minio', port: 9000, targetPort: 9000 }),
  ]
}

/** The drives of the tenant, and their capacity with the parity that MinIO chooses. */
export function capacityOf(tenant: Obj): { drives: number; parity: number; raw: number; usable: number } {
  let [drives, raw] = [0, 0]
  for (const { servers, volumesPerServer, template } of poolsOf(tenant)) {
    const count = servers * volumesPerServer
    drives += count
    raw += count * amountOf(recordAt(template, 'spec', 'resources', 'requests').storage ?? 0)
  }
  const set = Math.min(drives, 16)
  const parity = set >= 8 ? 4 : set >= 6 ? 3 : set >= 4 ? 2 : set >= 2 ? 1 : 0
  return { drives, parity, raw, usable: set === 0 ? 0 : Math.floor((raw * (set - parity)) / set) }
}

/** The settings in a `config.env`: lines of `export NAME="value"`. */
export function readConfigEnv(text: string): Map<string, string> {
  const settings = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*?)\s*$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    settings.set(name, /^(['"])(.*)\1$/.exec(value)?.[2] ?? value)
  }
  return settings
}
