import { addMessages } from '../i18n.ts'

/** The lifecycle rules of a bucket. */
export const lifecycle = {
  label: 'Lifecycle Rules',
  add: 'Add Lifecycle Rule',
  columns: {
    id: 'ID',
    prefix: 'Prefix',
    status: 'Status',
    expiration: 'Expiration',
    transition: 'Transition',
    storageClass: 'Storage Class',
  },
  // The specification fixes these two (core-console 2).
  days: '{{days}} day(s)',
  empty: 'There are no Lifecycle rules yet.',
  emptyHint: 'A rule deletes objects after a time, or moves them to a tier.',
  count_one: '{{count}} rule',
  count_other: '{{count}} rules',
  edit: 'Edit',
  delete: 'Delete',
  lacks: 'You lack {{action}}',
  status: { enabled: 'Enabled', disabled: 'Disabled' },
  form: {
    title: 'Add Lifecycle Rule: {{bucket}}',
    kind: 'ILM Rule',
    kinds: { expiry: 'Expiry', transition: 'Transition' },
    kindHints: { expiry: 'Objects are deleted.', transition: 'Objects are moved to a tier, and stay readable here.' },
    by: { expiry: 'Expiry Type', transition: 'Transition Type' },
    bys: { days: 'Days', date: 'Date' },
    date: { expiry: 'Expiry Date', transition: 'Transition Date' },
    dateHint: 'From the beginning of that day in UTC on.',
    past: 'This day is over: the rule is carried out soon after it is saved.',
    days: { expiry: 'Expiry Days', transition: 'Transition Days' },
    daysHint: 'Counted from when an object was stored.',
    noncurrentDays: { expiry: 'Non-current Expiration Days', transition: 'Non-current Transition Days' },
    noncurrentDaysHint: 'Counted from when a version was replaced or deleted. Empty leaves older versions alone.',
    noncurrentClass: 'Non-current Version Transition Storage Class',
    sameClass: 'The same as for the latest version',
    storageClass: 'Storage Class',
    chooseClass: 'Choose a tier',
    tierNotListed: 'The tiers cannot be listed, so type the name of one. {{message}}',
    noTiers: 'There is no tier yet. Add one with mc ilm tier add; it can be chosen here then.',
    noTierSupport: '{{message}} So objects cannot be moved, only deleted.',
    prefix: 'Prefix',
    prefixHint: 'Only objects whose name begins so; all without.',
    tags: 'Tags',
    tagsHint: 'Only objects that have all of them.',
    deleteMarker: 'Expired Object Delete Marker',
    deleteMarkerHint: 'Removes delete markers under which no version is left.',
    deleteMarkerTwo: 'Servers want a rule of its own for it, so two rules are added.',
    dateMissing: 'Choose a date that the calendar has',
    daysMissing: 'Enter a number of days of at least 1',
    noncurrentWrong: 'Enter a number of days of at least 1 for older versions, or none',
    classMissing: 'A transition needs a storage class',
    tagsWrong: 'Correct the tags first',
    saved_one: 'A lifecycle rule was added to {{bucket}}.',
    saved_other: '{{count}} lifecycle rules were added to {{bucket}}.',
  },
  editing: {
    title: 'Edit Lifecycle: {{bucket}}',
    id: 'Id',
    does: 'What it does',
    enabled: 'Enabled',
    on: 'The rule is carried out.',
    off: 'Disabled: the rule is kept, and not carried out.',
    saved: 'The lifecycle rule was changed.',
  },
  does: {
    expires: 'Deletes objects: {{when}}',
    expiresAll: 'Deletes objects with all their versions: {{when}}',
    moves: 'Moves objects to {{tier}}: {{when}}',
    noncurrentExpires: 'Deletes older versions: {{when}}',
    keepsNewest_one: 'Keeps the newest older version',
    keepsNewest_other: 'Keeps the {{count}} newest older versions',
    noncurrentMoves: 'Moves older versions to {{tier}}: {{when}}',
    markers: 'Removes delete markers under which no version is left',
    markersAll: 'Deletes deleted objects with all their versions: {{when}}',
    aborts: 'Aborts incomplete uploads: {{when}} after they started',
    larger: 'Only objects larger than {{size}}',
    smaller: 'Only objects smaller than {{size}}',
  },
  deletion: {
    title: 'Delete Lifecycle Rule: {{bucket}}',
    question: 'The rule {{id}} is deleted.',
    stays: 'What it has deleted or moved so far stays so.',
    deleted: 'The lifecycle rule was deleted.',
  },
} as const

addMessages('lifecycle', lifecycle)

declare module '../i18n.ts' {
  interface Messages {
    lifecycle: typeof lifecycle
  }
}
