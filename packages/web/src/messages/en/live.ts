import { addMessages } from '../i18n.ts'

/** What all live views share: trace, logs. */
export const live = {
  pause: 'Pause',
  resume: 'Resume',
  clear: 'Clear',
  download: 'Download',
  waiting_one: '{{number}} more since you paused',
  waiting_other: '{{number}} more since you paused',
  dropped_one: '{{number}} entry was left out because this tab was too slow for it.',
  dropped_other: '{{number}} entries were left out because this tab was too slow for them.',
  oldest: 'Only the last {{number}} are kept.',
  connecting: 'Connecting…',
  failures: {
    denied: 'You can’t watch this. It needs the permission {{action}}. Ask an administrator for it.',
    noSocket: 'No connection. Check that the console is running, and that proxies in front of it allow WebSockets.',
    other: 'The view ended, because the storage server stopped answering. Start it again when the server is back.',
  },
} as const

declare module '../i18n.ts' {
  interface Messages {
    live: typeof live
  }
}

addMessages('live', live)
