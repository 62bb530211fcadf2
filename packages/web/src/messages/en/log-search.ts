import { addMessages } from '../i18n.ts'

/** The audit log on the logs page. */
export const logSearch = {
  // Spec object-browser-and-tools 2.
  title: 'All Logs',
  tab: 'Logs Search',
  purpose: 'Completed requests of the storage server, from its audit log',
  filters: 'Filters',
  getInformation: 'Get Information',
  moreFilters: 'More filters',
  fewerFilters: 'Fewer filters',
  download: 'Download CSV',
  start: 'Start time',
  end: 'End time',
  fields: {
    time: 'Time',
    api_name: 'API',
    bucket: 'Bucket',
    object: 'Object',
    remote_host: 'Client',
    request_id: 'Request ID',
    user_agent: 'User agent',
    response_status: 'Status',
    access_key: 'Access key',
    error_code: 'Error code',
    user: 'User',
  },
  examples: {
    bucket: 'photos*',
    object: '2026/*\\.jpg',
    api_name: 'DeleteObject',
    request_id: '18A3F0B2*',
    user_agent: '*mc*',
    response_status: 'Forbidden',
    remote_host: '10\\.0\\.*',
    access_key: 'backup*',
    error_code: 'AccessDenied',
    user: 'ana',
  },
  quick: {
    label: 'Quick filters',
    errors: 'Errors only',
    yesterday: 'Yesterday',
    console: 'Without this console’s requests',
    background: 'Background entries',
  },
  problems: {
    backslash: 'A value ends in a single backslash. Write \\\\ for a backslash.',
    times: 'The start must be before the end.',
  },
  // Spec object-browser-and-tools 8.
  empty: 'There is no information with this criteria',
  emptyHint:
    'In filters, * matches any characters and . matches one. Write \\. for a dot. Filters are case-sensitive. Entries about the server’s own work are hidden unless you choose Background entries.',
  nothingYet:
    'No audit entries have arrived yet. To have the storage server send its audit log to this console, choose Audit log setup.',
  count_one: '{{number}} entry',
  count_other: '{{number}} entries',
  countSoFar_one: '{{number}} entry so far',
  countSoFar_other: '{{number}} entries so far',
  setAside: 'The database was damaged. It was moved to {{file}} in the data folder, and a new one was started.',
  storing: {
    full: 'New entries can’t be stored: the disk is full. Free up space, or lower COOPERAGE_AUDIT_SIZE.',
    unavailable: 'New entries can’t be stored: the database is unavailable. The log of the console says why.',
  },
  details: {
    title: '{{api}} at {{time}}',
    error: 'Error',
    onlyUser: 'Only this user',
    onlyBucket: 'Only this bucket',
    explain: 'Explain',
    explainHint: 'Opens the policy simulator with this request',
    parentUser: 'User',
    host: 'Host',
    path: 'Path',
    received: 'Received',
    sent: 'Sent',
    duration: 'Time to response',
    firstByte: 'Time to first byte',
    trigger: 'Trigger',
    deployment: 'Deployment ID',
    query: 'Query parameters',
    requestHeaders: 'Request headers',
    responseHeaders: 'Response headers',
    objects: 'Objects',
    copy: 'Copy as JSON:',
    json: 'the entry as JSON',
  },
  setUp: {
    open: 'Audit log setup',
    title: 'Audit log setup',
    note: 'Adds the audit webhook “cooperage” to the configuration of the storage server, with a token of this console. The server then sends an entry for each request. The embedded engine needs no setup.',
    url: 'Address of this console',
    urlHint: 'The address that the storage server sends entries to. For example: http://10.0.0.5:9090',
    urlWrong: 'Enter an address such as http://10.0.0.5:9090',
    submit: 'Send audit log to this console',
    close: 'Close',
    waiting: 'The webhook is set. Waiting for the first entry…',
    arrives: 'Entries are arriving.',
    store: 'Database',
    kinds: { sqlite: 'SQLite, {{size}}', postgres: 'PostgreSQL, {{size}}' },
    retention: 'Retention',
    retained_one: '{{count}} day, at most {{size}}',
    retained_other: '{{count}} days, at most {{size}}',
    oldest: 'Oldest entry',
    none: 'None',
    received: 'Received since start',
  },
} as const

declare module '../i18n.ts' {
  interface Messages {
    logSearch: typeof logSearch
  }
}

addMessages('logSearch', logSearch)
