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
  emptyHint: 'Lifecycle rules delete objects after a set time, or move them to a tier.',
  count_one: '{{count}} rule',
  count_other: '{{count}} rules',
  edit: 'Edit',
  delete: 'Delete',
  status: { enabled: 'Enabled', disabled: 'Disabled' },
  form: {
    title: 'Add Lifecycle Rule: {{bucket}}',
    kind: 'ILM Rule',
    kinds: { expiry: 'Expiry', transition: 'Transition' },
    kindHints: { expiry: 'Objects are deleted.', transition: 'Objects are moved to a tier, and stay readable here.' },
    by: { expiry: 'Expiry Type', transition: 'Transition Type' },
    bys: { days: 'Days', date: 'Date' },
    date: { expiry: 'Expiry Date', transition: 'Transition Date' },
    dateHint: 'The rule applies from the start of that day in UTC.',
    past: 'This date has passed, so the rule applies soon after you save it.',
    days: { expiry: 'Expiry Days', transition: 'Transition Days' },
    daysHint: 'Days after an object was created.',
    noncurrentDays: { expiry: 'Non-current Expiration Days', transition: 'Non-current Transition Days' },
    noncurrentDaysHint: 'Days after a version was replaced or deleted. Leave empty to keep non-current versions.',
    noncurrentClass: 'Non-current Version Transition Storage Class',
    sameClass: 'Same as for the latest version',
    storageClass: 'Storage Class',
    chooseClass: 'Choose a tier',
    tierNotListed: 'Couldn’t list the tiers, so enter the name of one. {{message}}',
    noTiers: 'There are no tiers yet. Add one on the Tiers tab of the settings, then choose it here.',
    noTierSupport: '{{message}} Objects can only be deleted, not moved.',
    prefix: 'Prefix',
    prefixHint: 'Only objects whose names start with this. Leave empty for all objects.',
    tags: 'Tags',
    tagsHint: 'Only objects that have all of these tags.',
    deleteMarker: 'Expired Object Delete Marker',
    deleteMarkerHint: 'Removes delete markers that have no versions left.',
    deleteMarkerTwo: 'Servers require a separate rule for this, so two rules are added.',
    dateMissing: 'Choose a valid date',
    daysMissing: 'Enter at least 1 day',
    noncurrentWrong: 'Enter at least 1 day for non-current versions, or leave it empty',
    classMissing: 'Choose a storage class for the transition',
    tagsWrong: 'Fix the tags first',
    saved_one: 'A lifecycle rule was added to {{bucket}}.',
    saved_other: '{{count}} lifecycle rules were added to {{bucket}}.',
  },
  editing: {
    title: 'Edit Lifecycle: {{bucket}}',
    id: 'Id',
    does: 'What it does',
    enabled: 'Enabled',
    on: 'The rule is active.',
    off: 'Disabled: the rule is kept, but not applied.',
    saved: 'The lifecycle rule was changed.',
  },
  does: {
    expires: 'Deletes objects: {{when}}',
    expiresAll: 'Deletes objects with all their versions: {{when}}',
    moves: 'Moves objects to {{tier}}: {{when}}',
    noncurrentExpires: 'Deletes non-current versions: {{when}}',
    keepsNewest_one: 'Keeps the newest non-current version',
    keepsNewest_other: 'Keeps the {{count}} newest non-current versions',
    noncurrentMoves: 'Moves non-current versions to {{tier}}: {{when}}',
    markers: 'Removes delete markers that have no versions left',
    markersAll: 'Deletes deleted objects with all their versions: {{when}}',
    aborts: 'Aborts incomplete uploads: {{when}} after they started',
    larger: 'Only objects larger than {{size}}',
    smaller: 'Only objects smaller than {{size}}',
  },
  deletion: {
    title: 'Delete lifecycle rule: {{bucket}}',
    question: 'The rule {{id}} will be deleted.',
    stays: 'Objects that it already deleted or moved aren’t restored.',
    deleted: 'The lifecycle rule was deleted.',
  },
} as const

addMessages('lifecycle', lifecycle)

declare module '../i18n.ts' {
  interface Messages {
    lifecycle: typeof lifecycle
  }
}
