import { addMessages } from '../i18n.ts'

/** Words of the fields that several forms use. */
export const fields = {
  date: {
    month: 'Month',
    day: 'Day',
    year: 'Year',
    specific: 'Specific Date',
    default: 'Default (7 Days)',
    defaultHint: 'Seven days from now.',
    impossible: 'The calendar has no such day. Choose another.',
  },
  pairs: {
    key: 'Key {{number}}',
    value: 'Value {{number}}',
    keyPlaceholder: 'Key',
    valuePlaceholder: 'Value',
    add: 'Add another',
    remove: 'Remove pair {{number}}',
    duplicate: 'The key “{{key}}” is there already. Keep one of the two.',
    nameless: 'A value needs a key.',
    full: 'The storage takes no more than {{limit}}.',
  },
  size: {
    unit: 'Unit of {{label}}',
  },
} as const

addMessages('fields', fields)

declare module '../i18n.ts' {
  interface Messages {
    fields: typeof fields
  }
}
