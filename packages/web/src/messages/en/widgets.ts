import { addMessages } from '../i18n.ts'

/** The dashboard with metrics. */
export const widgets = {
  // Spec core-console 2 and 8.
  tabs: {
    label: 'Dashboard views',
    summary: 'Summary',
    traffic: 'Traffic',
    resources: 'Resources',
    usage: 'Usage',
  },
  start: 'Start Time',
  end: 'End Time',
  sync: 'Sync',
  failed: 'Widget information could not be retrieved at this time. Please try again',
  ranges: {
    label: 'Time range',
    m15: '15 min',
    m60: '1 h',
    m360: '6 h',
    m1440: '24 h',
    m10080: '7 d',
    m20160: '14 d',
  },
  refresh: {
    label: 'Auto-refresh',
    s0: 'No refresh',
    s15: 'Every 15 s',
    s60: 'Every minute',
    s300: 'Every 5 min',
  },
  backwards: 'Start Time must be before End Time',
  incomplete: 'Enter Start Time and End Time',
  resetLayout: 'Reset layout',
  source: {
    prometheus: 'Source: Prometheus',
    console: 'Source: sampled by this console every 15 seconds',
    since: 'Source: sampled by this console every 15 seconds since {{date}}',
    visited: 'Source: sampled by this console every 15 seconds while someone uses the console of this tenant',
  },
  denied: 'You don’t have permission to view metrics (admin:Prometheus), so the charts are hidden.',
  none: 'To see charts of traffic and resources here, set COOPERAGE_METRICS_TOKEN or COOPERAGE_PROMETHEUS_URL.',
  noneLink: 'How to set up metrics',
  noData: 'No data',
  noDataHint: 'The server has no data for this time range.',
  missing: 'N/A',
  open: 'Open {{title}}',
  move: 'Move {{title}}',
  moveHint: 'Use the arrow keys to move it, and Shift with an arrow key to resize it',
  zoomHint: 'Drag across the chart to zoom in.',
  table: 'Values of {{title}}',
  time: 'Time',
  name: 'Name',
  value: 'Value',
  values_one: '{{number}} row',
  values_other: '{{number}} rows',
  csv: 'Download CSV',
  png: 'Download PNG',
  chart: '{{title}}: {{summary}}',
  moreLines_one: 'and {{number}} more',
  moreLines_other: 'and {{number}} more',
  sizes: {
    LESS_THAN_1024_B: 'Less than 1024B',
    BETWEEN_1024_B_AND_1_MB: 'Between 1024B and 1MB',
    BETWEEN_1_MB_AND_10_MB: 'Between 1MB and 10MB',
    BETWEEN_10_MB_AND_64_MB: 'Between 10MB and 64MB',
    BETWEEN_64_MB_AND_128_MB: 'Between 64MB and 128MB',
    BETWEEN_128_MB_AND_512_MB: 'Between 128MB and 512MB',
    GREATER_THAN_512_MB: 'Greater than 512MB',
  },
} as const

declare module '../i18n.ts' {
  interface Messages {
    widgets: typeof widgets
  }
}

addMessages('widgets', widgets)
