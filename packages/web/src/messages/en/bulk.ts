import { addMessages } from '../i18n.ts'

/** What is changed of many objects at once: tags, retention, legal hold. */
export const bulk = {
  note: 'The latest version of each object is changed, also of those in folders.',
  progress_one: '{{number}} changed',
  progress_other: '{{number}} changed',
  many_one: '{{number}} item of {{place}}',
  many_other: '{{number}} items of {{place}}',
  tags: {
    title: 'Tags: {{name}}',
    job: 'Changing tags: {{name}}',
    done: 'Tags are changed: {{name}}.',
    how: 'What to do',
    addTags: 'Add tags',
    removeTags: 'Remove tags',
    replaceTags: 'Replace all tags',
    hints: {
      addTags:
        'A key that an object has already gets the new value. An object that would have more than ten stays as it is.',
      removeTags: 'Objects without these keys stay as they are.',
      replaceTags: 'All tags that the objects have now are lost. Without any here, they have none.',
    },
    label: 'Tags',
    limit: 'An object has ten tags at most.',
    keys: 'Tag keys',
    keysHint: 'Separate several by commas.',
    missing: 'Enter a tag first',
    keysMissing: 'Enter a key first',
    wrong: 'Correct the tags first',
    tooMany: 'An object has ten tags at most. Remove some first',
    problems: {
      valueLong: 'A value has at most 256 characters',
      valueText: 'A value takes letters, digits, spaces and + - . _ : / @ =',
    },
  },
  retention: {
    title: 'Retention: {{name}}',
    job: 'Changing retention: {{name}}',
    done: 'Retention is changed: {{name}}.',
    how: 'What to do',
    choose: 'Choose first',
    governance: 'Keep under governance',
    compliance: 'Keep under compliance',
    end: 'End governance retention',
    hints: {
      governance:
        'Whoever has the permission s3:BypassGovernanceRetention can shorten it, end it, and delete the versions.',
      compliance: 'Nobody can shorten it, end it, or delete the versions, root included.',
      end: 'What compliance keeps stays as it is.',
    },
    date: 'Retain until the end of',
    dateHint: 'The day ends at 23:59:59 UTC.',
    dateMissing: 'Choose a date first',
    datePast: 'This day is over. Choose a later one',
    bypass: 'Also change governance retention that lasts longer',
    bypassHint: 'Without it, objects that are kept longer already stay as they are and are named.',
    bypassLacks: 'You lack the permission s3:BypassGovernanceRetention, which an administrator can grant.',
  },
  legalHold: {
    title: 'Legal Hold: {{name}}',
    job: 'Changing legal hold: {{name}}',
    done: 'Legal hold is changed: {{name}}.',
    status: 'Legal Hold Status',
    enabled: 'On',
    disabled: 'Off',
    hints: {
      enabled: 'While it is on, the versions cannot be deleted, whatever their retention says.',
      disabled: 'What retention keeps stays kept.',
    },
  },
} as const

addMessages('bulk', bulk)

declare module '../i18n.ts' {
  interface Messages {
    bulk: typeof bulk
  }
}
