import { detailText } from '@cooperage/contract'
import type { Registry } from '../../shared/feature.ts'
import type { MetricsSource } from './metrics-source.ts'
import { SCRAPE_SECONDS } from './metrics-source.ts'
import { prometheusSource } from './prometheus-source.ts'
import { startSampling } from './sampled-source.ts'

/** The source that the settings name; undefined without one. */
export function openMetrics({ services, log, onClose }: Registry): MetricsSource | undefined {
  const { settings, endpoint, now } = services
  const { prometheus, scrapeToken, scrapeSeconds = SCRAPE_SECONDS } = settings.metrics ?? {}
  if (prometheus !== undefined) return prometheusSource(prometheus, log, now)
  if (scrapeToken === undefined) return undefined
  const sampled = startSampling({
    endpoint,
    dataDir: settings.dataDir,
    token: scrapeToken,
    // It's normal that a tenant isn't visited.
    withoutToken: settings.tenant === undefined ? detailText('metricsNotReady') : undefined,
    scrapeSeconds,
    now,
    log,
  })
  onClose(() => sampled.close())
  return sampled
}
