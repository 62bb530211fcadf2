/**
 * The parts of prom-client in use, imported by file: its main entry also loads a gateway client, clusters and tracing, which costs
 * every start 90 ms and 14 MiB. The version is pinned, so the paths are stable.
 */
declare module 'prom-client/lib/registry.js' {
  import { Registry } from 'prom-client'
  export default Registry
}

declare module 'prom-client/lib/counter.js' {
  import { Counter } from 'prom-client'
  export default Counter
}

declare module 'prom-client/lib/gauge.js' {
  import { Gauge } from 'prom-client'
  export default Gauge
}

declare module 'prom-client/lib/histogram.js' {
  import { Histogram } from 'prom-client'
  export default Histogram
}

declare module 'prom-client/lib/metrics/*.js' {
  import type { Registry } from 'prom-client'
  /** Adds metrics of the process. */
  export default function register(registry: Registry): void
}
