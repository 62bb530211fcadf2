import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { readServersFile } from '../src/servers/servers-file.ts'

function fileWith(text: string, others: Record<string, string> = {}): string {
  const folder = tempFolder('servers-file')
  onTestFinished(() => folder.remove())
  for (const [name, content] of Object.entries(others)) writeFileSync(join(folder.path, name), content)
  const path = join(folder.path, 'servers.yaml')
  writeFileSync(path, text)
  return path
}

test('reads the storage servers, with the files beside it', async () => {
  const path = fileWith(
    `servers:
  - name: berlin
    title: Berlin
    color: blue
    url: https://minio.example.com:9000
    publicUrl: https://s3.example.com
    kind: minio
    metricsTokenFile: berlin.token
  - { name: garage, url: 'http://127.0.0.1:3900', kind: garage, garageAdminUrl: 'http://127.0.0.1:3903' }
  - { name: aws, url: 'https://s3.eu-central-1.amazonaws.com', kind: iam, iamUrl: 'https://iam.amazonaws.com', stsRoleArn: 'arn:aws:iam::1:role/console', stsUrl: 'https://sts.amazonaws.com' }
`,
    { 'berlin.token': 'secret\n' },
  )
  const [berlin, garage, aws] = readServersFile(path)
  expect(berlin).toMatchObject({ name: 'berlin', title: 'Berlin', color: 'blue', storageKind: 'minio' })
  expect([berlin?.storageUrl.href, berlin?.storagePublicUrl?.href]).toEqual([
    'https://minio.example.com:9000/',
    'https://s3.example.com/',
  ])
  expect(await berlin?.metrics?.scrapeToken?.()).toBe('secret')
  expect(garage).toMatchObject({ storageKind: 'garage', garageAdminUrl: new URL('http://127.0.0.1:3903') })
  expect(aws).toMatchObject({
    title: 'aws',
    color: 'gray',
    storageKind: 'iam',
    stsRole: { arn: 'arn:aws:iam::1:role/console', url: new URL('https://sts.amazonaws.com') },
  })
})

test('JSON is YAML too', () => {
  const path = fileWith(JSON.stringify({ servers: [{ name: 'a', url: 'http://127.0.0.1:9000' }] }))
  expect(readServersFile(path)).toHaveLength(1)
})

test.each([
  ['', 'the file must have a list servers'],
  ['servers: {}', 'servers must be a list of servers'],
  ['servers: []', 'servers must have a server'],
  ['servers: [', 'isn’t valid YAML: '],
  ['servers: [{ url: http://a }]', 'servers[0].name must be a text'],
  ['servers: [{ name: a }]', 'servers[0].url must be an http or https address'],
  ['servers: [{ name: A/b, url: http://a }]', 'servers[0].name must have 1 to 40'],
  ['servers: [{ name: a, url: "s3://a" }]', 'servers[0].url must be an http or https address without keys and path'],
  ['servers: [{ name: a, url: "http://k:s@a" }]', 'servers[0].url must be an http or https address without keys'],
  [
    'servers: [{ name: a, url: "http://a/b" }]',
    'servers[0].url must be an http or https address without keys and path',
  ],
  ['servers: [{ name: a, url: http://a, ulr: x }]', 'servers[0] has the unknown key ulr'],
  ['servers: [{ name: a, url: http://a, color: pinkish }]', 'servers[0].color must be one of gray, red'],
  ['servers: [{ name: a, url: http://a }, { name: a, url: http://b }]', 'the name a is given twice'],
  ['servers: [{ name: a, url: http://a, caFile: missing.pem }]', 'caFile of a can’t be read: '],
])('%j is refused: %s', (text, message) => {
  expect(() => readServersFile(fileWith(text))).toThrow(message)
})

test('a file that is missing is reported', () => {
  expect(() => readServersFile('/nowhere/servers.yaml')).toThrow('can’t be read: ')
})
