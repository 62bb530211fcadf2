import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingProgram } from '../../../scripts/programs.ts'
import { brokerFolder, startBrokerProcess } from './brokers/broker.ts'
import { metricsToken } from './metrics-token.ts'
import { onFreePort } from './ports.ts'
import type { StorageServer } from './storage-server.ts'

export interface PrometheusServer {
  url: string
  job: string
  pid: number
  stop(): Promise<void>
}

const JOB = 'minio-job'

/** How to install Prometheus; undefined if it is installed. */
export function missingPrometheus(): string | undefined {
  return missingProgram('prometheus')
}

/** Starts a Prometheus that scrapes the metrics of a storage server every second. */
export function startPrometheus(storage: StorageServer): Promise<PrometheusServer> {
  return onFreePort((port) => startOn(port, storage))
}

async function startOn(port: number, { url, root }: StorageServer): Promise<PrometheusServer> {
  const folder = brokerFolder('prometheus')
  const scrape = {
    job_name: JOB,
    scrape_interval: '1s',
    metrics_path: '/minio/v2/metrics/cluster',
    authorization: { credentials: metricsToken(root) },
    static_configs: [{ targets: [new URL(url).host] }],
  }
  // JSON is YAML too.
  writeFileSync(join(folder.path, 'prometheus.yml'), JSON.stringify({ scrape_configs: [scrape] }), { mode: 0o644 })
  const { pid, stop } = await startBrokerProcess('prometheus', folder, {
    args: [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=info',
    ],
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => undefined))?.ok === true,
  })
  return { url: `http://127.0.0.1:${port}`, job: JOB, pid, stop }
}
