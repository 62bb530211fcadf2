import { messages } from '../messages.ts'

/** What explains a failed request. */
export const explain = messages('explain', {
  title: 'Why this request failed',
  advice: {
    refused:
      'None of the policies of {{account}} allows {{action}}, or one denies it. Ask an administrator to grant this action, and send these details along.',
    denied: 'None of your policies allows this, or one denies it. Ask an administrator, and send these details along.',
    console:
      'The console didn’t respond, or a proxy in front of it. Check that it is running and that you are connected to its network. The page tries again by itself.',
    outage:
      'The storage server didn’t respond in time. Check that it is running and that the console can reach it. The page tries again by itself.',
    internal:
      'This is a fault of the console. Its log has the cause, in the lines with request ID {{requestId}}. Try again, and report it if it happens once more.',
    storage:
      'The storage server refused the request with its own error, which is below. Its documentation and its log say what it means.',
    unsupported: 'The storage server doesn’t have this function, so trying again doesn’t help.',
    gone: 'It was deleted or renamed, or its name is misspelled. Go back, refresh the list, and choose it again.',
    other: 'The message says what wasn’t accepted. Correct that, and try again.',
  },
  facts: {
    code: 'Error code',
    status: 'Status',
    requestId: 'Request ID',
    storageRequestId: 'Request ID of the storage server',
    account: 'Account',
    action: 'Action',
    resource: 'Resource',
    storage: 'Storage server',
  },
  copy: 'Copy for an administrator:',
  details: 'the details of this failure',
  searchLogs: 'Search the log for your failed requests',
  findRequest: 'Find this request in the log',
})
