import { expect, test } from 'vitest'
import {
  consoleKeyProblem,
  drivesProblem,
  imageProblem,
  isConfigValue,
  memorySizeProblem,
  namespaceProblem,
  nodeLabels,
  nodeLabelsProblem,
  nodesProblem,
  secondsProblem,
  tenantNameProblem,
  totalSizeProblem,
  volumeSizeProblem,
} from './validation.ts'

test('tenant names', () => {
  const problem = "Name only can contain lowercase letters, numbers and '-'. Min. Length: 3"
  expect(tenantNameProblem('')).toBe('Field cannot be empty')
  expect(['ab', 'Abc', 'a_b', 'a'.repeat(64)].map(tenantNameProblem)).toEqual(Array(4).fill(problem))
  expect(['abc', 'tenant-1', 'a'.repeat(63)].map(tenantNameProblem)).toEqual(['', '', ''])
  expect(tenantNameProblem('-abc')).toContain('hyphen')
})

test('namespaces have at most one tenant, and a storage class', () => {
  const found = { hasTenant: false, hasClasses: true }
  expect(namespaceProblem('', found)).toBe('Field cannot be empty')
  expect(namespaceProblem('team', found)).toBe('')
  expect(namespaceProblem('team', { ...found, hasTenant: true })).toBe('You can only create one tenant per namespace')
  expect(namespaceProblem('team', { ...found, hasClasses: false })).toBe('Please enter a valid namespace')
})

test('images are named with registry and tag', () => {
  expect(
    ['', 'minio/minio:RELEASE.1', 'registry:5000/minio/minio:1'].map((image) => imageProblem('image', image)),
  ).toEqual(['', '', ''])
  expect(imageProblem('image', 'minio')).toBe("Format must be of form: 'minio/minio:VERSION'")
  expect(imageProblem('console_image', 'minio/console')).toBe("Format must be of form: 'minio/console:VERSION'")
})

test('sizes have minimums', () => {
  expect(nodesProblem(3)).toBe('Number of nodes cannot be less than 4')
  expect(drivesProblem(0)).toBe('There must be at least one drive')
  expect(memorySizeProblem(1)).toBe('Memory size must be greater than 2Gi')
  expect(volumeSizeProblem('0')).toBe('Volume size must be present and be greatter than 0')
  expect(totalSizeProblem(1, 2 * 1024 ** 4)).toBe('Volume size must be greater than 1Gi and less than 2Ti')
  expect([nodesProblem(4), drivesProblem(1), memorySizeProblem(2), volumeSizeProblem('5')]).toEqual(['', '', '', ''])
})

test('keys, seconds and labels', () => {
  expect(consoleKeyProblem('short')).toBe('Keys must be at least length 8')
  expect(secondsProblem('-1')).toBe('Value needs to be 0 or greater')
  expect([consoleKeyProblem('longenough'), secondsProblem('0'), secondsProblem('')]).toEqual(['', '', ''])
  expect(nodeLabelsProblem('zone')).toBe('You need to add at least one label key-pair')
  expect(nodeLabels('zone=a&disk=ssd')).toEqual([
    { key: 'zone', value: 'a' },
    { key: 'disk', value: 'ssd' },
  ])
})

test('quotes and line breaks can’t be stored in config.env', () => {
  expect(['a"b', 'a\nb', 'a\0b'].map(isConfigValue)).toEqual([false, false, false])
  expect(isConfigValue("it's fine $HOME")).toBe(true)
})
