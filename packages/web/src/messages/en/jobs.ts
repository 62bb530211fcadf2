import { messages } from '../messages.ts'

/** Long-running operations that continue while the user visits other pages. */
export const jobs = messages('jobs', {
  title: 'Background tasks',
  status: {
    paused: 'Paused',
    stopped: 'Stopped',
    interrupted: 'Interrupted',
    signedOut: 'Interrupted because your session ended',
    incomplete: 'Finished with errors',
  },
  ofTotal: '{{percent}} % of {{total}}',
  failed_one: '{{number}} failed',
  failed_other: '{{number}} failed',
  more_one: 'and {{number}} more',
  more_other: 'and {{number}} more',
  failures: 'Failed items: {{title}}',
  show: 'Show failed items',
  hide: 'Hide failed items',
  stop: 'Stop task',
  resume: 'Resume task',
  retry: 'Retry failed items',
  dismiss: 'Dismiss: {{title}}',
})
