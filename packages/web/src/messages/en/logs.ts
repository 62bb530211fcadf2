import { messages } from '../messages.ts'

/** The logs page. */
export const logs = messages('logs', {
  // Spec object-browser-and-tools 2.
  title: 'All Logs',
  errorLogs: 'Error Logs',
  logsSearch: 'Logs Search',
  purpose: 'What the storage servers log, as it happens',
  search: 'Search log entries',
  level: 'Level',
  anyLevel: 'Any level',
  reconnect: 'Reconnect',
  count_one: '{{number}} entry',
  count_other: '{{number}} entries',
  empty: 'The servers haven’t logged anything yet',
  emptyHint:
    'Servers log little apart from errors, and log a repeated error only once. New entries appear here automatically.',
  columns: { time: 'Time', level: 'Level', source: 'Source', message: 'Message', node: 'Node' },
  details: {
    title: 'Log entry',
    titleAt: 'Log entry of {{time}}',
    message: 'Message',
    bucket: 'Bucket',
    object: 'Object',
    request: 'Request ID',
    host: 'Host',
    client: 'Client',
    userAgent: 'User agent',
    deployment: 'Deployment ID',
    places: 'Source code',
    copy: 'Copy as JSON:',
    json: 'the entry as JSON',
  },
})
