import { addMessages } from '../i18n.ts'

/** Jobs that run on the server. */
export const serverJobs = {
  title: 'Jobs',
  purpose: 'Changes to many objects that run on the server, even after you close the page',
  scope: 'Owner',
  scopes: { own: 'My jobs', all: 'All jobs' },
  search: 'Search jobs',
  count_one: '{{number}} job',
  count_other: '{{number}} jobs',
  empty: 'No jobs',
  emptyHint:
    'A job deletes, copies, moves, changes or restores many objects on the server, even after you close the page. Choose Run on the server when you start one in the Object Browser. Jobs are listed here for 7 days after they end.',
  columns: { job: 'Job', status: 'Status', progress: 'Progress', owner: 'Account', created: 'Started' },
  what: {
    delete: 'Delete {{items}}',
    copy: 'Copy {{items}} to {{target}}',
    move: 'Move {{items}} to {{target}}',
    change: 'Change {{items}}',
    restore: 'Restore {{items}} to {{moment}}',
    undelete: 'Restore deleted objects in {{items}}',
    deleteNoncurrent: 'Delete noncurrent versions of {{items}}',
  },
  items_one: '{{place}}',
  items_other: '{{number}} items such as {{place}}',
  everything: 'everything in {{place}}',
  matches: 'what matches “{{search}}” in {{place}}',
  status: {
    queued: 'Queued',
    running: 'Running',
    waiting: 'Waiting for storage',
    paused: 'Paused',
    done: 'Done',
    incomplete: 'Done with errors',
    stopped: 'Stopped by an error',
    canceled: 'Canceled',
  },
  done_one: '{{number}} object',
  done_other: '{{number}} objects',
  skipped: '{{number}} skipped',
  failed: '{{number}} failed',
  rate: '{{number}}/s',
  actions: {
    log: 'Show log',
    pause: 'Pause job',
    resume: 'Resume job',
    cancel: 'Cancel job',
    retry: 'Retry failed items',
  },
  retried: 'Another job retries the failed items.',
  cancelTitle: 'Cancel this job?',
  cancelNote: 'What it has already done isn’t undone. A canceled job can’t be resumed.',
  log: {
    title: 'Job log',
    events: 'Events',
    failures: 'Failed items',
    more_one: 'and {{number}} more',
    more_other: 'and {{number}} more',
    close: 'Close',
    by: '{{event}} by {{account}}',
    created: 'Created',
    started: 'Started',
    restarted: 'Continued after a restart of the console',
    waiting: 'Waiting for the storage server',
    paused: 'Paused',
    resumed: 'Resumed',
    canceled: 'Canceled',
    stopped: 'Stopped by an error',
    done: 'Done',
    retried: 'Failed items retried in another job',
  },
  run: {
    label: 'Run on the server',
    hint: 'Continues after you close the page or sign out. The job gets its own access key with only the permissions that it needs. The key is deleted when the job ends.',
    found: 'It includes what is added to the list until the job gets there.',
    tooMany:
      'A job on the server accepts up to {{number}} items for this. {{work}} runs in this tab: keep it open until it’s done.',
    noJobs: 'This console has no jobs on the server. {{work}} runs in this tab: keep it open until it’s done.',
    work: {
      delete: 'Deleting',
      copy: 'Copying',
      move: 'Moving',
      change: 'Changing',
      restore: 'Restoring',
      undelete: 'Restoring deleted objects',
      deleteNoncurrent: 'Deleting noncurrent versions',
    },
    started: 'The job is running on the server. To see its progress, open Jobs.',
  },
} as const

addMessages('serverJobs', serverJobs)

declare module '../i18n.ts' {
  interface Messages {
    serverJobs: typeof serverJobs
  }
}
