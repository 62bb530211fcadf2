/** The console of a Deployment as the kubelet starts it: identity, mounts, environment and limits are those of the manifests. */
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mount, readyAddress, startContainer, TEST_CERTIFICATES, tempFolder } from '@cooperage/testkit'
import { expect } from 'vitest'
import type { Manifest } from './manifests.ts'

export interface Deployment extends Manifest {
  spec: { template: { metadata: { labels: Record<string, string> }; spec: PodSpec } }
}

export interface PodSpec {
  automountServiceAccountToken: boolean
  securityContext: { runAsUser: number; runAsGroup: number; fsGroup: number; [field: string]: unknown }
  containers: Container[]
  volumes: Volume[]
}

interface Container {
  [field: string]: unknown
  name: string
  image: string
  args?: string[]
  /** Those from secrets. */
  env: { name: string }[]
  ports: { containerPort: number }[]
  livenessProbe: Probe
  readinessProbe: Probe
  resources: { limits: { memory: string } }
  securityContext: { readOnlyRootFilesystem: boolean }
  volumeMounts: VolumeMount[]
}

interface Probe {
  httpGet: { path: string }
}

interface VolumeMount {
  name: string
  mountPath: string
  readOnly?: boolean
}

interface Volume {
  [field: string]: unknown
  name: string
  emptyDir?: { sizeLimit?: string }
  persistentVolumeClaim?: { claimName: string }
  projected?: { sources: { configMap?: Projection; downwardAPI?: Projection }[] }
}

interface Projection {
  items: { path: string }[]
}

/** Starts the pod, and expects it to become ready and to use less memory than it may. `settings` are those of its config map. */
export async function expectReadyPod({ spec }: Deployment, settings: Record<string, string>): Promise<void> {
  const { securityContext, containers, volumes } = spec.template.spec
  const [container] = containers
  if (container === undefined) throw new Error('The deployment has no container')
  expect(securityContext).toMatchObject({ runAsNonRoot: true })
  expect(container.securityContext).toMatchObject({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } })
  const folder = tempFolder('pod')
  const child = startContainer({
    uid: securityContext.runAsUser,
    gid: securityContext.runAsGroup,
    groups: [securityContext.fsGroup],
    mounts: container.volumeMounts.map((mount) => mountOf(mount)),
    env: {
      ...settings,
      ...Object.fromEntries(container.env.map(({ name }) => [name, 'of at least 16 characters'])),
      // Every pod has these two.
      KUBERNETES_SERVICE_HOST: '127.0.0.1',
      KUBERNETES_SERVICE_PORT: '443',
      // Another pod has its own port 9090; the processes of this machine share it.
      COOPERAGE_PORT: '0',
      ...(settings.COOPERAGE_STORAGE_PORT === undefined ? {} : { COOPERAGE_STORAGE_PORT: '0' }),
    },
    args: container.args ?? [],
    isWritable: !container.securityContext.readOnlyRootFilesystem,
  })
  try {
    const { port } = new URL(await readyAddress(child))
    const ask = async ({ httpGet: { path } }: Probe) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    expect(await ask(container.livenessProbe)).toBe(200)
    // Without the API server, or the storage server, the console runs, but isn't ready.
    expect([200, 503]).toContain(await ask(container.readinessProbe))
    const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.process.pid}/status`, 'utf8')) ?? []
    expect(Number(kibibytes) * 1024).toBeLessThan(bytesOf(container.resources.limits.memory))
  } finally {
    await child.stop()
    folder.remove()
  }
  expect(child.process.exitCode).toBe(0)

  function mountOf({ name, mountPath, readOnly }: VolumeMount): Mount {
    const volume = volumes.find((each) => each.name === name)
    const mount = { at: mountPath, isReadOnly: readOnly === true }
    // The kubelet creates the folder as root with mode 0777, and gives it to the group of the pod.
    if (volume?.emptyDir) {
      const size = bytesOf(volume.emptyDir.sizeLimit ?? '')
      return { ...mount, tmpfs: `mode=2777,uid=0,gid=${securityContext.fsGroup},size=${size}` }
    }
    const projected = join(folder.path, name)
    mkdirSync(projected)
    if (volume?.persistentVolumeClaim) {
      chownSync(projected, 0, securityContext.fsGroup)
      chmodSync(projected, 0o2775)
      return { ...mount, folder: projected }
    }
    const sources = volume?.projected?.sources ?? []
    for (const { path } of sources.flatMap(({ configMap, downwardAPI }) => (configMap ?? downwardAPI)?.items ?? [])) {
      writeFileSync(join(projected, path), PROJECTED[path] ?? '')
    }
    return { ...mount, folder: projected }
  }
}

/** The contents of projected files. */
const PROJECTED: Record<string, string> = { 'ca.crt': TEST_CERTIFICATES[0].cert, namespace: 'cooperage' }

/** A quantity of Kubernetes, such as 256Mi. @throws Error for units that the manifests don't use */
export function bytesOf(quantity: string): number {
  const [, number, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? []
  const bytes = Number(number) * ({ Mi: 2 ** 20, Gi: 2 ** 30 }[unit] ?? Number.NaN)
  if (Number.isNaN(bytes)) throw new Error(`${quantity} has another unit than Mi and Gi`)
  return bytes
}
