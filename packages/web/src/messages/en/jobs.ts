import { addMessages } from '../i18n.ts'

/** Work of some length that goes on while its user looks at other pages. */
export const jobs = {
  title: 'Work under way',
  status: {
    paused: 'Paused',
    stopped: 'Stopped',
    interrupted: 'Interrupted',
    signedOut: 'Interrupted by the end of your session',
    incomplete: 'Ended with failures',
  },
  failed_one: '{{number}} failed',
  failed_other: '{{number}} failed',
  more_one: 'and {{number}} more',
  more_other: 'and {{number}} more',
  failures: 'What failed: {{title}}',
  show: 'Show what failed',
  hide: 'Hide what failed',
  stop: 'Stop',
  goOn: 'Go On',
  retry: 'Try Again',
  dismiss: 'Take off the list: {{title}}',
} as const

addMessages('jobs', jobs)

declare module '../i18n.ts' {
  interface Messages {
    jobs: typeof jobs
  }
}
