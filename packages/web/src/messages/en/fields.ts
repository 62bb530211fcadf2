import { messages } from '../messages.ts'

/** Fields that several forms use. */
export const fields = messages('fields', {
  date: {
    month: 'Month',
    day: 'Day',
    year: 'Year',
    specific: 'Specific Date',
    default: 'Default (7 Days)',
    defaultHint: 'Seven days from now.',
    impossible: 'This date doesn’t exist. Choose another one.',
  },
  moment: {
    choose: 'Choose from a calendar',
    wrong: 'Write it as 2026-11-29 14:57.',
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
  secret: {
    show: 'Show {{label}}',
    generate: 'Generate',
    generateHint: 'Fill in a random secret key of 40 characters',
    hint: 'At least 8 characters.',
    limitedHint: '8 to 40 characters.',
    // The message of the specification (identity-and-settings 5).
    tooShort: 'Passwords must be at least 8 characters long',
    tooLong: 'This is too long. Use at most 40 characters.',
    common: 'Weak: mostly common words, which are guessed first.',
    predictable: 'Weak: repeated characters or sequences are easy to guess.',
    fair: 'Fair. 16 characters or more are safer.',
    strong: 'Strong: long, with no obvious pattern.',
  },
  size: {
    unit: '{{label}} unit',
  },
})
