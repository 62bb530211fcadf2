import { addMessages } from '../i18n.ts'

/** The dashboard without metrics. */
export const dashboard = {
  title: 'Dashboard',
  purpose: 'Status and usage of the storage server',
  initializing: 'The servers are still connecting to each other. Some of the figures below may be incomplete.',
  // Spec core-console 2.
  buckets: 'All buckets',
  usage: 'Usage',
  objects: 'Total Objects',
  versions: 'Versions: {{versions}}, delete markers: {{deleteMarkers}}',
  free: 'Free space',
  ofTotal: 'of {{total}}',
  usedShare: '{{percent}} used',
  freeHint: 'Space for objects on the drives that respond, excluding parity',
  counted: 'Usage and objects were counted {{age}}. Later changes aren’t included.',
  uncounted: 'The server hasn’t counted objects and usage yet.',
  servers: {
    title: 'Servers',
    columns: {
      endpoint: 'Server',
      state: 'State',
      version: 'Version',
      uptime: 'Uptime',
      drives: 'Drives',
      used: 'Used',
    },
    states: { online: 'Online', offline: 'Offline', initializing: 'Starting' },
    driveStates: { ok: 'OK', offline: 'Offline', healing: 'Healing' },
    drivesOk: '{{ok}} of {{all}} OK',
    path: 'Drive',
    free: 'Free',
    showDrives: 'Show drives',
    hideDrives: 'Hide drives',
    parity_zero: 'No parity: if a drive fails, its data is lost.',
    parity_one: 'Parity {{count}}: one drive of each erasure set can fail without data loss.',
    parity_other: 'Parity {{count}}: up to {{count}} drives of each erasure set can fail without data loss.',
    problems_one: '{{count}} drive needs attention',
    problems_other: '{{count}} drives need attention',
    problemServers_one: '{{count}} server needs attention',
    problemServers_other: '{{count}} servers need attention',
  },
  largest: {
    title: 'Largest buckets',
    columns: { bucket: 'Bucket', size: 'Size', objects: 'Objects', share: 'Share' },
    others_one: '{{number}} other bucket',
    others_other: '{{number}} other buckets',
    none: 'All buckets are empty.',
  },
} as const

declare module '../i18n.ts' {
  interface Messages {
    dashboard: typeof dashboard
  }
}

addMessages('dashboard', dashboard)
