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
    impossible: 'This date doesn’t exist. Choose another one.',
  },
  pairs: {
    key: 'Key {{number}}',
    value: 'Value {{number}}',
    keyPlaceholder: 'Key',
    valuePlaceholder: 'Value',
    add: 'Add another',
    remove: 'Remove pair {{number}}',
    duplicate: 'The key “{{key}}” already exists. Remove one of the two.',
    nameless: 'Enter a key for this value.',
    full: 'You can add up to {{limit}}.',
  },
  size: {
    unit: '{{label}} unit',
  },
} as const

addMessages('fields', fields)

declare module '../i18n.ts' {
  interface Messages {
    fields: typeof fields
  }
}
