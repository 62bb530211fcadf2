/** What is wrong with an input: completes "The request isn’t valid: {{reason}}." Rules of the schemas name their text here. */
export const INPUT_TEXTS = {
  unfit: 'it does not fit',
  unknownKeys: '{{keys}} is not known here',
  impossible: '{{field}} has a value that is not possible',
  otherType: '{{field}} must be {{type}}',
  tooSmall: '{{field}} is too short or too small, at least {{minimum}}',
  tooBig: '{{field}} is too long or too large, at most {{maximum}}',
  accessKeyName: '{{field}} must be 1 to 32 letters, digits, _ or -, with a letter first',
  accessKeyDescription: '{{field}} must have at most 256 bytes',
  wholeBytes: '{{field}} a whole number of bytes',
  oneStar: '{{field}} one * at most',
  headerName: '{{field}} the name of a header',
  eachKeyOnce: '{{field}} each key once',
  nesting: '{{field}} has too many levels of nesting',
} as const

/** The part of a request that a problem is about if it has no field. */
export const INPUT_PARTS = { query: 'the query', path: 'the path', form: 'the form', body: 'the body' } as const

export const INPUT_TYPES = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'a record',
} as const

/** The name of a text, as the message of a rule of a schema. */
export function rule(name: keyof typeof INPUT_TEXTS): string {
  return name
}
