import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { metricsToken as tokenUntil } from '@cooperage/storage-client'
import type { Credentials } from '@cooperage/wire'
import { missingProgram } from '../../../scripts/programs.ts'
import { brokerFolder, startBrokerProcess } from './brokers/broker.ts'
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

/** What a Prometheus scrapes every second. */
export interface Scraped {
  job: string
  path: string
  token: string
  /** URL of the server. */
  url: string
}

/** Starts a Prometheus that scrapes the metrics of a storage server. */
export function startPrometheus({ url, root }: StorageServer): Promise<PrometheusServer> {
  return startPrometheusFor({ job: JOB, path: '/minio/v2/metrics/cluster', token: metricsToken(root), url })
}

/** Starts a Prometheus that scrapes a server. @param rules contents of a file of rules */
export function startPrometheusFor(scraped: Scraped, rules?: string): Promise<PrometheusServer> {
  return onFreePort((port) => startOn(port, scraped, rules))
}

async function startOn(
  port: number,
  { job, path, token, url }: Scraped,
  rules: string | undefined,
): Promise<PrometheusServer> {
  const folder = brokerFolder('prometheus')
  const scrape = {
    job_name: job,
    scrape_interval: '1s',
    metrics_path: path,
    authorization: { credentials: token },
    static_configs: [{ targets: [new URL(url).host] }],
  }
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text, { mode: 0o644 })
  if (rules !== undefined) write('rules.yml', rules)
  const global = { evaluation_interval: '1s' }
  // JSON is YAML too.
  write(
    'prometheus.yml',
    JSON.stringify({ global, scrape_configs: [scrape], ...(rules !== undefined && { rule_files: ['rules.yml'] }) }),
  )
  const { pid, stop } = await startBrokerProcess('prometheus', folder, {
    args: [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=info',
    ],
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => undefined))?.ok === true,
  })
  return { url: `http://127.0.0.1:${port}`, job, pid, stop }
}

const LIFE_MS = 3_600_000

/** A bearer token for the metrics of a storage server, valid for an hour. */
export function metricsToken(credentials: Credentials): string {
  return tokenUntil(credentials, Date.now() + LIFE_MS)
}
