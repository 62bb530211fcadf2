import { addMessages } from '../i18n.ts'

/** The trace page. */
export const trace = {
  title: 'Trace',
  purpose: 'Calls to the storage server, as they happen',
  filters: 'What to trace',
  calls: 'Kinds of calls',
  kinds: { s3: 'S3', internal: 'Internal', storage: 'Storage', os: 'OS', all: 'All' },
  threshold: 'At least (ms)',
  statusCode: 'Status code',
  method: 'Method',
  anyMethod: 'Any',
  funcname: 'Function name',
  path: 'Path',
  onlyErrors: 'Errors only',
  locked: 'Stop the trace to change what it shows.',
  noKind: 'Choose at least one kind of call.',
  start: 'Start',
  stop: 'Stop',
  search: 'Search traced calls',
  tabs: { label: 'Views', calls: 'Calls', statistics: 'Statistics' },
  // Spec object-browser-and-tools 8.
  notStarted: 'Trace is not started yet',
  notStartedHint: 'Choose which calls you want to see, then start the trace.',
  nothing: 'No Traced elements received yet',
  nothingHint: 'Calls appear here as soon as the storage server has completed them.',
  noMatch: 'No traced call contains this text.',
  columns: {
    time: 'Time',
    api: 'Name',
    status: 'Status',
    path: 'Path',
    client: 'Client',
    duration: 'Duration',
    received: 'Upload',
    sent: 'Download',
    calls: 'Calls',
    errors: 'Errors',
    p50: 'Median',
    p99: '99th percentile',
  },
  count_one: '{{number}} call',
  count_other: '{{number}} calls',
  details: {
    title: '{{api}} at {{time}}',
    status: 'Status',
    noStatus: 'No HTTP status',
    error: 'Error',
    host: 'Server',
    query: 'Query',
    firstByte: 'Time to first byte',
    request: 'Request headers',
    response: 'Response headers',
    redacted: 'Signatures, tokens and keys are removed.',
    json: 'the call as JSON',
  },
} as const

declare module '../i18n.ts' {
  interface Messages {
    trace: typeof trace
  }
}

addMessages('trace', trace)
