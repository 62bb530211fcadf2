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
  gap: 'Disconnected from {{from}} to {{to}}. Entries of that time may be missing.',
  connecting: 'Connecting…',
  failures: {
    denied: 'You can’t watch this. It needs the permission {{action}}. Ask an administrator for it.',
    noSocket: 'No connection to the console. Check that it’s running. The view resumes automatically.',
    noBucket: 'The bucket no longer exists. Select another one.',
    unsupported: 'The storage server doesn’t support this.',
    outage: 'The storage server doesn’t respond. The view resumes automatically when it’s back.',
    other: 'The view ended because of an error on the storage server. See its log, then start it again.',
  },
} as const

declare module '../i18n.ts' {
  interface Messages {
    live: typeof live
  }
}

addMessages('live', live)
