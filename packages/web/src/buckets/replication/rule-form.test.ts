import { expect, test } from 'vitest'
import { RULE_DEFAULTS, type RuleForm, ruleProblem, toRequest } from './rule-form.ts'

const rule = (part: Partial<RuleForm> = {}): RuleForm => ({
  ...RULE_DEFAULTS,
  url: 'backup.example.net',
  accessKey: 'copier',
  secretKey: 'a secret',
  target: 'copies',
  ...part,
})

test('needs a target bucket, and a key for each tag', () => {
  expect(ruleProblem(rule({ url: '' }))).toEqual({ of: 'remote', problem: 'urlMissing' })
  expect(ruleProblem(rule({ target: ' ' }))).toEqual({ of: 'form', problem: 'targetMissing' })
  expect(ruleProblem(rule({ tags: [{ key: '', value: 'b' }] }))).toEqual({ of: 'form', problem: 'tagsWrong' })
  expect(ruleProblem(rule())).toBeUndefined()
})

test('sends both delete options as on unless they were turned off', () => {
  expect(toRequest(rule(), 'photos')).toMatchObject({
    bucketsRelation: [{ originBucket: 'photos', destinationBucket: 'copies' }],
    prefix: '',
    tags: '',
    storageClass: '',
    replicateDeleteMarkers: true,
    replicateDeletes: true,
    replicateMetadata: false,
    replicateExistingObjects: false,
  })
  expect(toRequest(rule({ prefix: ' a/', deletes: false, deleteMarkers: false }), 'photos')).toMatchObject({
    prefix: ' a/',
    replicateDeleteMarkers: false,
    replicateDeletes: false,
  })
})

test('turns off soft deletes with tags, which servers reject together', () => {
  const tags = [{ key: 'team', value: 'photo lab' }]
  expect(toRequest(rule({ tags }), 'photos')).toMatchObject({
    tags: 'team=photo%20lab',
    replicateDeleteMarkers: false,
    replicateDeletes: true,
  })
})
