import { expect, test } from 'vitest'
import { parseOwnershipControls, writeOwnershipControls } from './ownership-controls.ts'

test.each(['BucketOwnerEnforced', 'BucketOwnerPreferred', 'ObjectWriter'] as const)('%s round-trips', (ownership) => {
  expect(parseOwnershipControls(writeOwnershipControls(ownership))).toBe(ownership)
})

test.each([
  '',
  '<OwnershipControls/>',
  '<OwnershipControls><Rule/></OwnershipControls>',
  '<OwnershipControls><Rule><ObjectOwnership>Nobody</ObjectOwnership></Rule></OwnershipControls>',
  `<OwnershipControls>${'<Rule><ObjectOwnership>ObjectWriter</ObjectOwnership></Rule>'.repeat(2)}</OwnershipControls>`,
])('%j is malformed', (source) => {
  expect(() => parseOwnershipControls(source)).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
})
