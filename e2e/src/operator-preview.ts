/** The console and cluster of one command, `--operator`, whose tenants are real storage engines. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKubeClient, type KubeClient, KubeEndpoint } from '@cooperage/kube-client'
import { cleanEnvironment, commandLine, readyAddress, startChild, tempFolder } from '@cooperage/testkit'
import { endedHosts } from './console-process.ts'

export interface OperatorPreview {
  /** Of the console. */
  url: string
  /** Of the administrator of the cluster. */
  token: string
  kube: KubeClient
  stop(): Promise<void>
}

export async function startOperatorPreview(): Promise<OperatorPreview> {
  const folder = tempFolder('operator-preview')
  const line = [...commandLine(), '--operator', '--port', '0', '--data', folder.path]
  const child = startChild(process.execPath, line, { env: cleanEnvironment() })
  const url = await readyAddress(child)
  const { host } = new URL(url)
  endedHosts.delete(host)
  const token = readFileSync(join(folder.path, 'operator-token'), 'utf8').trim()
  const endpoint = new KubeEndpoint({ url: new URL(/Cluster +(http:\S+)/.exec(child.output())?.[1] ?? '') })
  return {
    url,
    token,
    kube: createKubeClient({ endpoint, token }),
    async stop() {
      endedHosts.add(host)
      await endpoint.close()
      await child.stop()
      folder.remove()
    },
  }
}
