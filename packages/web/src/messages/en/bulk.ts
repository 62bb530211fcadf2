import { addMessages } from '../i18n.ts'

/** Changes of many objects at once: tags, retention, legal hold. */
export const bulk = {
  note: 'Changes the latest version of each object, including objects in folders.',
  progress_one: '{{number}} changed',
  progress_other: '{{number}} changed',
  many_one: '{{number}} item in {{place}}',
  many_other: '{{number}} items in {{place}}',
  tags: {
    title: 'Tags: {{name}}',
    job: 'Changing tags: {{name}}',
    done: 'Tags changed: {{name}}.',
    how: 'Action',
    addTags: 'Add tags',
    removeTags: 'Remove tags',
    replaceTags: 'Replace all tags',
    hints: {
      addTags:
        'Keys that an object already has get the new value. Objects that would have more than ten tags aren’t changed.',
      removeTags: 'Objects without these keys aren’t changed.',
      replaceTags: 'All current tags are removed. Leave the list empty to remove all tags.',
    },
    label: 'Tags',
    limit: 'An object can have up to ten tags.',
    keys: 'Tag keys',
    keysHint: 'Separate keys with commas. For example: team, project',
    missing: 'Enter a tag first',
    keysMissing: 'Enter a key first',
    wrong: 'Fix the tags first',
    tooMany: 'An object can have up to ten tags. Remove some first',
    problems: {
      valueLong: 'Values can have up to 256 characters',
      valueText: 'Values can contain letters, digits, spaces and + - . _ : / @ =',
    },
  },
  retention: {
    title: 'Retention: {{name}}',
    job: 'Changing retention: {{name}}',
    done: 'Retention changed: {{name}}.',
    how: 'Action',
    choose: 'Choose an action first',
    governance: 'Set governance retention',
    compliance: 'Set compliance retention',
    end: 'Remove governance retention',
    hints: {
      governance: 'Users with s3:BypassGovernanceRetention can shorten or remove it, and delete the versions.',
      compliance: 'No one can shorten or remove it, or delete the versions, not even root.',
      end: 'Compliance retention isn’t changed.',
    },
    date: 'Retain until the end of',
    dateHint: 'The day ends at 23:59:59 UTC.',
    dateMissing: 'Choose a date first',
    datePast: 'This date has passed. Choose a later one',
    bypass: 'Also change governance retention that lasts longer',
    bypassHint: 'Otherwise, objects with a longer retention aren’t changed, and are listed.',
    bypassLacks: 'You don’t have permission to bypass governance retention (s3:BypassGovernanceRetention).',
  },
  legalHold: {
    title: 'Legal Hold: {{name}}',
    job: 'Changing legal hold: {{name}}',
    done: 'Legal hold changed: {{name}}.',
    status: 'Legal Hold Status',
    enabled: 'On',
    disabled: 'Off',
    hints: {
      enabled: 'While it’s on, the versions can’t be deleted, whatever their retention.',
      disabled: 'Versions under retention stay protected.',
    },
  },
} as const

addMessages('bulk', bulk)

declare module '../i18n.ts' {
  interface Messages {
    bulk: typeof bulk
  }
}
