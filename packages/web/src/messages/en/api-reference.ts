import { messages } from '../messages.ts'

export const apiReference = messages('apiReference', {
  title: 'API reference',
  purpose:
    'The pages of the console use this API, and your programs can too. Sign in with POST /api/v1/login and send the session cookie with every call.',
  openApi: 'Open the OpenAPI document',
  search: 'Search calls',
  count_one: '{{count}} call',
  count_other: '{{count}} calls',
  shared: 'Errors of every call',
  sharedHint: 'Every call can return these errors. Each call lists only its other errors.',
  session: 'Errors of every call that needs a session',
  parts: {
    path: 'Path parameters',
    query: 'Query parameters',
    body: 'Request body',
    response: 'Response {{status}}',
    message: 'Messages',
  },
  noBody: 'Responds with {{status}} without a JSON body.',
  needsNoSession: 'No session needed.',
  errors: 'Errors',
  code: 'Code',
  status: 'Status',
  message: 'Message',
})
