import { mkdirSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { freePort } from './ports.ts'
import { findProgram } from './programs.ts'
import { ROOT_KEYS } from './root-keys.ts'
import { isReady, type StorageServer } from './storage-server.ts'
import { tempFolder } from './temp-folder.ts'
import { waitUntil } from './wait-until.ts'

export interface MinioCluster {
  /** The first node, which a console talks to; `stop` stops all of them. */
  storage: StorageServer
  /** Stops the other node, and keeps its data. */
  stopOther(): Promise<void>
  /** Starts it again, which takes a moment: as another version, which only its name is. */
  startOtherVersion(): void
}

/** In a container, MinIO refuses nodes at the loopback address. */
function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

/**
 * Starts a real MinIO of two nodes, each with a pool of two drives: what only a cluster has can be tested on it, and what the
 * first node does while the other is gone.
 */
export async function startMinioCluster(): Promise<MinioCluster> {
  const folder = tempFolder('cluster')
  const host = ownAddress()
  const nodes = await Promise.all(
    [1, 2].map(async (number) => {
      const path = join(folder.path, `node${number}`)
      for (const drive of [1, 2]) mkdirSync(join(path, `drive${drive}`), { recursive: true })
      return { address: `${host}:${await freePort(host)}`, path }
    }),
  )
  const places = nodes.map(({ address, path }) => `http://${address}${path}/drive{1...2}`)
  const root = ROOT_KEYS
  const env = {
    ...process.env,
    MINIO_ROOT_USER: root.accessKey,
    MINIO_ROOT_PASSWORD: root.secretKey,
    MINIO_BROWSER: 'off',
    MINIO_UPDATE: 'off',
    // Without this, drives that share one disk are rejected.
    MINIO_CI_CD: '1',
  }
  const start = ({ address }: { address: string }, program = findProgram('minio')) =>
    startChild(program, ['server', '--quiet', '--address', address, ...places], { env })
  const children = nodes.map((node) => start(node))
  const [first] = children as [Child]
  const url = `http://${nodes[0]?.address}`
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop()))
    folder.remove()
  }
  try {
    // All nodes: without the drives of another one, a sign-in at the first can still fail.
    await waitUntil('the cluster responds', async () => {
      const ready = await Promise.all(nodes.map(({ address }) => isReady({ url: `http://${address}`, root })))
      return ready.every((is) => is)
    })
  } catch (error) {
    const output = children.map((child) => child.output()).join('\n')
    await stop()
    throw new Error(`MinIO’s cluster did not start:\n${output}`, { cause: error })
  }
  return {
    storage: { kind: 'minio', url, root, pid: first.process.pid ?? 0, drives: [], stop },
    stopOther: async () => await children[1]?.stop(),
    startOtherVersion() {
      const [, other] = nodes
      if (other !== undefined) children[1] = start(other, findProgram('minio-other'))
    },
  }
}
