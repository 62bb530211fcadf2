import { detailText } from '@cooperage/contract'
import type { Registry } from '../../shared/feature.ts'
import type { Services } from '../../shared/services.ts'
import type { MetricsSource } from './metrics-source.ts'
import { SCRAPE_SECONDS } from './metrics-source.ts'
import { prometheusSource } from './prometheus-source.ts'
import { startSampling } from './sampled-source.ts'

/** By console: its widgets and its alerts read the same samples. */
const opened = new WeakMap<Services, MetricsSource | undefined>()

/** The source that the settings name, opened by the first call; undefined without one. */
export function metricsOf(registry: Registry): MetricsSource | undefined {
  const { services } = registry
  if (!opened.has(services)) opened.set(services, openMetrics(registry))
  return opened.get(services)
}

function openMetrics({ services, log, onClose }: Registry): MetricsSource | undefined {
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
