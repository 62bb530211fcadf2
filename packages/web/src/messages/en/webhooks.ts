import { messages } from '../messages.ts'

/** The webhooks that receive the logs of the storage server. */
export const webhooks = messages('webhooks', {
  title: 'Webhooks',
  purpose: {
    logger: 'The storage server sends the errors that it logs to these webhooks.',
    audit: 'The storage server sends an audit entry for each request to these webhooks.',
  },
  guide: 'How webhooks work',
  tabs: { label: 'Webhooks', logger: 'Logger', audit: 'Audit' },
  back: 'Back to webhooks',
  list: 'Webhooks',
  search: 'Filter',
  add: 'Add Webhook Configuration',
  toConsole: 'Send to this console',
  unnamed: 'Default target',
  columns: { name: 'Name', status: 'Status', endpoint: 'Endpoint' },
  status: { online: 'Online', offline: 'Offline', enabled: 'Enabled', disabled: 'Disabled' },
  edit: 'Edit',
  enable: 'Enable',
  disable: 'Disable',
  delete: 'Delete',
  saving: 'Wait until the change is saved',
  enabled: 'Webhook {{name}} was enabled.',
  disabled: 'Webhook {{name}} was disabled.',
  fromEnvironment: 'Set by {{variables}} on the server. Change it there.',
  empty: 'No webhooks',
  emptyHint: {
    logger: 'Add a webhook to receive the errors of the storage server.',
    audit: 'Add a webhook to receive an audit entry for each request.',
  },
  count_one: '{{count}} webhook',
  count_other: '{{count}} webhooks',
  test: {
    action: 'Test',
    title: 'Test webhook {{name}}',
    submit: 'Send test entry',
    close: 'Close',
    note: 'The console sends this entry, with the current time, to the webhook. The storage server isn’t involved, and may have different network access.',
    token: 'Token for this test',
    tokenHint: 'Sent in the Authorization header, and not stored.',
    tokenStored:
      'Sent in the Authorization header, and not stored. The storage server doesn’t reveal the stored token, so enter it again.',
    tokenWrong: 'Use printable ASCII characters only.',
    showToken: 'Show token',
    console: {
      accepted: 'The webhook accepted the entry of the console (status {{status}}).',
      refused: 'The webhook responded to the console with status {{status}}. Check its path and token.',
      unreachable: 'The console can’t reach the webhook. {{reason}}',
    },
    server: {
      online: 'The storage server delivers to it.',
      unknown: 'The storage server doesn’t report whether it delivers. To see it, you need admin:ServerInfo.',
      disabled: 'The webhook is disabled, so the storage server doesn’t deliver to it.',
    },
    offline: {
      logger:
        'The storage server hasn’t delivered to it yet, or its last delivery failed. It delivers when it logs an error.',
      audit:
        'The storage server can’t deliver to it. Check that the server can reach the endpoint, and that the stored token is correct.',
    },
  },
})
