import { messages } from '../messages.ts'

/** The usage of a bucket over time. */
export const bucketUsage = messages('bucketUsage', {
  title: 'Usage over time',
  ranges: { label: 'Time range', day: '24 h', week: '7 d', twoWeeks: '14 d', year: '400 d' },
  size: 'Size',
  objects: 'Objects',
  time: 'Time',
  sizeOf: 'Size of {{bucket}}',
  objectsOf: 'Objects of {{bucket}}',
  none: 'This console keeps no samples of the storage server, so there is no history. To start one, set COOPERAGE_METRICS_TOKEN or COOPERAGE_PROMETHEUS_URL.',
  noneLink: 'How to set up metrics',
  noSamples:
    'There are no samples of this bucket in this time range. The console stores one every 5 minutes once the storage server has counted the bucket.',
  since_one: '{{number}} sample, {{date}}.',
  since_other: '{{number}} samples since {{date}}.',
  sources: {
    console: 'Source: sampled by this console every 5 minutes.',
    prometheus: 'Source: Prometheus.',
    none: '',
  },
  zoomHint: 'Drag across a chart to zoom in.',
  pickHint: 'Click a point to search the log of the time before it.',
  zoom: {
    label: 'Zoom',
    in: 'Zoom in',
    out: 'Zoom out',
    earlier: 'Earlier',
    later: 'Later',
    end: {
      in: 'This is the shortest range',
      out: 'This is the whole range',
      earlier: 'There is nothing earlier in this range',
      later: 'There is nothing later in this range',
    },
    shown: '{{start}} to {{end}}',
  },
  searchLogs: 'Search the logs of this bucket and time range',
  values: 'Show values',
  valuesOf: 'Usage of {{bucket}}',
  csv: 'Download CSV',
})
