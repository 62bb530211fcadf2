import { addMessages } from '../i18n.ts'

/** Who is told of what happens in a bucket. */
export const bucketEvents = {
  label: 'Events',
  subscribe: 'Subscribe to Event',
  columns: { arn: 'SQS', events: 'Events', prefix: 'Prefix', suffix: 'Suffix' },
  delete: 'Delete',
  lacks: 'You lack {{action}}',
  empty: 'There are no event subscriptions yet.',
  emptyHint: 'A subscription tells a target, such as a webhook, of objects that are stored, read or deleted here.',
  count_one: '{{count}} subscription',
  count_other: '{{count}} subscriptions',
  noTargets: 'The storage server has no event targets, so there is nobody to tell.',
  howTo: 'Set up a webhook with the client mc, and restart the server; it can be chosen here then:',
  noTargetsReason: 'The storage server has no event targets yet',
  form: {
    title: 'Subscribe To Event: {{bucket}}',
    arn: 'ARN',
    choose: 'Choose a target',
    arnMissing: 'Choose a target first',
    notListed: 'The targets cannot be listed, so type the ARN of one. {{message}}',
    types: 'Event Types',
    type: { put: 'PUT', get: 'GET', delete: 'DELETE' },
    typeHints: {
      put: 'Objects are stored, copied or tagged.',
      get: 'Objects or what is known of them are read.',
      delete: 'Objects or versions are deleted.',
    },
    typeMissing: 'Choose at least one event type',
    prefix: 'Prefix',
    prefixHint: 'Only objects whose name begins so; all without.',
    suffix: 'Suffix',
    suffixHint: 'Only objects whose name ends so, such as .jpg; all without.',
    submit: 'Save',
    saved: '{{arn}} is told of events of {{bucket}} from now on.',
    existed: 'This target is told of these events already. Nothing was changed.',
  },
  deletion: {
    title: 'Delete Event: {{bucket}}',
    question: '{{arn}} is told no longer of {{events}}{{where}}.',
    where: {
      both: ' of objects that begin with “{{prefix}}” and end with “{{suffix}}”',
      prefix: ' of objects that begin with “{{prefix}}”',
      suffix: ' of objects that end with “{{suffix}}”',
      none: '',
    },
    others: 'Other subscriptions of this target stay.',
    deleted: 'The subscription was deleted.',
  },
} as const

addMessages('bucketEvents', bucketEvents)

declare module '../i18n.ts' {
  interface Messages {
    bucketEvents: typeof bucketEvents
  }
}
