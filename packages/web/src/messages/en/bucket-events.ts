import { messages } from '../messages.ts'

/** The event subscriptions of a bucket. */
export const bucketEvents = messages('bucketEvents', {
  label: 'Events',
  subscribe: 'Subscribe to Event',
  columns: { arn: 'SQS', events: 'Events', prefix: 'Prefix', suffix: 'Suffix' },
  delete: 'Delete',
  empty: 'No event subscriptions',
  emptyHint:
    'A subscription notifies a target, such as a webhook, when objects in this bucket are created, read or deleted.',
  count_one: '{{count}} subscription',
  count_other: '{{count}} subscriptions',
  noTargets: 'The storage server has no notification targets yet.',
  howTo: 'Add one in the settings and restart the server. Then you can choose it here.',
  addTarget: 'Add notification target',
  askForTarget: 'Ask an administrator to add one.',
  noTargetsReason: 'The storage server has no notification targets yet',
  form: {
    title: 'Subscribe To Event of {{bucket}}',
    arn: 'ARN',
    choose: 'Choose a target',
    arnMissing: 'Choose a target first',
    notListed: 'Couldn’t list the targets, so enter the ARN of one. {{message}}',
    types: 'Event types',
    type: { put: 'PUT', get: 'GET', delete: 'DELETE' },
    typeHints: {
      put: 'Objects are created, copied or tagged.',
      get: 'Objects or their metadata are read.',
      delete: 'Objects or versions are deleted.',
    },
    typeMissing: 'Choose at least one event type',
    prefix: 'Prefix',
    prefixHint: 'Only objects whose names start with this. Leave empty for all objects.',
    suffix: 'Suffix',
    suffixHint: 'Only objects whose names end with this, for example: .jpg. Leave empty for all objects.',
    submit: 'Save',
    saved: '{{arn}} is now notified of events in {{bucket}}.',
    existed: 'This target is already subscribed to these events. Nothing was changed.',
  },
  deletion: {
    title: 'Delete Event of {{bucket}}',
    question: '{{arn}} will no longer be notified of {{events}}{{where}}.',
    where: {
      both: ' of objects that begin with “{{prefix}}” and end with “{{suffix}}”',
      prefix: ' of objects that begin with “{{prefix}}”',
      suffix: ' of objects that end with “{{suffix}}”',
      none: '',
    },
    others: 'Other subscriptions of this target are kept.',
    deleted: 'The subscription was deleted.',
  },
})
