import { messages } from '../messages.ts'

/** Texts that all live views share, for example trace and logs. */
export const live = messages('live', {
  pause: 'Pause',
  resume: 'Resume',
  clear: 'Clear',
  download: 'Download',
  notRunning: 'Start it first',
  nothing: 'There are no entries yet',
  noMatch: 'No entries match the search or filters',
  waiting_one: '{{number}} more since you paused',
  waiting_other: '{{number}} more since you paused',
  dropped_one: '{{number}} entry was skipped because this tab couldn’t keep up.',
  dropped_other: '{{number}} entries were skipped because this tab couldn’t keep up.',
  oldest: 'Only the last {{number}} are kept.',
  gap: 'Disconnected from {{from}} to {{to}}. Entries from that time may be missing.',
  connecting: 'Connecting…',
  failures: {
    denied: 'You don’t have permission to view this ({{action}}). Ask an administrator for it.',
    noSocket: 'No connection to the console. Check that it’s running. The view resumes automatically.',
    noBucket: 'The bucket no longer exists. Select another one.',
    unsupported: 'The storage server doesn’t support this.',
    outage: 'The storage server isn’t responding. The view resumes automatically when it’s back.',
    other: 'The view ended because of an error on the storage server. See its log, then start it again.',
  },
})
